#pragma once

#include <set>
#include <span>
#include <vector>

#include "harness/core/artifact.h"
#include "harness/core/cell.h"
#include "harness/core/exit_code.h"
#include "harness/core/finding.h"
#include "harness/core/project.h"
#include "harness/core/run_record.h"

namespace heed::judge {

/// Everything known about one cell after it ran. The observations are those
/// of the cell's suites and, with the suite's name, those that list what the
/// suite should execute (`expected_case`, `expected_benchmark`).
struct CellInput {
  const core::Project& project;
  const core::Cell& cell;
  const core::Artifact& artifact;
  std::span<const core::SuiteOutput> suites;
  std::span<const core::Observation> observations;
};

/// Holds one cell against heed.json's rules and the modules' effects. Copies
/// cell, suites and observations into the result and fills decisions,
/// verdicts, cases, notices, status, class and reason; `reused` and
/// fingerprints are the caller's.
[[nodiscard]] core::CellResult judge_cell(const CellInput& input);

/// Adds the verdicts that need other cells of the run: relative bounds and
/// `same` rules, between cells that differ in exactly one setting. Without
/// such a neighbour there is no verdict, but a notice. Adjusts the statuses.
void judge_neighbours(const core::Project& project,
                      std::vector<core::CellResult>& results);

/// Names what is behind the violated verdicts of a run: for each cause one
/// finding with module, setting, rung and smallest context. RESULTS are in
/// table order; judge_neighbours() was called. Sorted by the precedence of
/// exit codes, then kind, module and setting.
[[nodiscard]] std::vector<core::Finding> attribute(
    const core::Project& project, std::span<const core::BuildResult> builds,
    std::span<const core::CellResult> results);

/// Every exit code that applies; `conforms` alone if no other does.
[[nodiscard]] std::set<core::ExitCode> exit_codes(
    std::span<const core::Finding> findings,
    std::span<const core::CellResult> results,
    std::span<const core::BuildResult> builds);

}  // namespace heed::judge
