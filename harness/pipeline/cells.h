#pragma once

#include <map>
#include <span>
#include <string>

#include "harness/core/run_record.h"
#include "harness/core/target.h"
#include "harness/pipeline/failure.h"
#include "harness/pipeline/prepare.h"

namespace heed::pipeline {

/// What the cells of one run share.
struct CellWork {
  const Options& options;
  const Services& services;
  const Prepared& prepared;
  const core::Plan& plan;
  const std::string& run_id;
  core::Target& target;
  record::History& history;
};

/// Builds every build of the plan and reads its evidence. A failed build is a
/// BuildResult. Errors: inconclusive, when heed itself cannot go on.
[[nodiscard]] Attempt<std::vector<core::BuildResult>> build_all(
    const CellWork& work);

/// Takes each planned cell to its verdicts: reused when its fingerprint is
/// known, else run, observed, judged and appended to history as it comes in.
/// Afterwards each cell of the plan is in the result once, in table order.
/// Errors: inconclusive, when results cannot be stored.
[[nodiscard]] Attempt<std::vector<core::CellResult>> run_cells(
    const CellWork& work, const std::vector<core::BuildResult>& builds);

/// Where the raw output of a cell goes.
[[nodiscard]] std::filesystem::path cell_folder(
    const std::filesystem::path& out, const core::Cell& cell);

}  // namespace heed::pipeline
