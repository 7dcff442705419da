#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <set>
#include <stop_token>
#include <vector>

#include "harness/core/artifact.h"
#include "harness/core/cell.h"
#include "harness/core/target.h"

namespace heed::run {

struct RunOptions {
  int jobs = 1;                 ///< processors in total
  std::filesystem::path cells;  ///< raw output goes to <cells>/<folder name>
  std::set<core::SuiteKind> kinds = {
      core::SuiteKind::conformance, core::SuiteKind::bench,
      core::SuiteKind::boot, core::SuiteKind::instructions};
  std::chrono::milliseconds timeout{60000};  ///< of one suite
  std::chrono::milliseconds kill_grace{10000};
};

/// One cell with the artifact of its build; both must outlive the run.
/// REQUIRES: the artifact is built.
struct CellRun {
  const core::Cell& cell;
  const core::Artifact& artifact;
};

using OnBuilt = std::function<void(core::Artifact)>;
using OnCell =
    std::function<void(const CellRun&, std::vector<core::SuiteOutput>)>;

/// Builds each of BUILDS once. As many go side by side as there are
/// processors, and these are shared out among them: Ninja has no jobserver
/// client, so each build is told its part. ON_BUILT is called once per build
/// as it ends, by one thread at a time. After a stop request none is started.
/// Errors: heed cannot go on (a full disk, no permission).
[[nodiscard]] util::Result<void> run_builds(
    core::Target& target, const std::vector<core::BuildSpec>& builds,
    const RunOptions& options, const std::stop_token& stop,
    const OnBuilt& on_built);

/// Runs the suites of each cell, in the order of the artifact but for those
/// that measure time: they come last in their cell and run alone, beside no
/// other suite of any cell. ON_CELL is called once per cell with all of its
/// outputs, in the order of the artifact, by one thread at a time, so that a
/// run that is killed loses only the cells in flight. After a stop request no
/// cell is started; a cell that was in flight is delivered with its unfinished
/// suites marked `interrupted`.
/// REQUIRES: no build runs meanwhile. Errors: as run_builds().
[[nodiscard]] util::Result<void> run_cells(core::Target& target,
                                           const std::vector<CellRun>& cells,
                                           const RunOptions& options,
                                           const std::stop_token& stop,
                                           const OnCell& on_cell);

}  // namespace heed::run
