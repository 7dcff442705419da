#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "harness/core/target.h"

namespace heed::run {

struct RunOptions {
  int jobs = 1;  ///< processors in total; builds and suites share them
  std::chrono::milliseconds timeout{60000};
  std::chrono::milliseconds kill_grace{10000};
};

/// A cell to run: what was built, and where its raw output goes.
struct CellJob {
  const core::Cell* cell = nullptr;
  const core::Artifact* artifact = nullptr;
  std::filesystem::path folder;
};

using OnBuilt = std::function<void(core::Artifact)>;
using OnCell =
    std::function<void(std::size_t index, std::vector<core::SuiteOutput>)>;

/// Builds all of BUILDS: the first alone, so that the others find its objects
/// in the compiler's cache, then several at a time, the processors shared out.
/// ON_BUILT hears of each once, one at a time, in the order of their ends.
/// After a stop request no further build starts; the running ones are ended
/// and not heard of. Errors: the first of Target::build(); builds already
/// running are completed.
[[nodiscard]] util::Result<void> run_builds(
    core::Target& target, std::span<const core::BuildSpec> builds,
    const RunOptions& options, std::stop_token stop, const OnBuilt& on_built);

/// Runs every suite of every job, build by build. Suites that measure time run
/// one at a time after the others of their build, with nothing beside them;
/// the others run `jobs` at a time. ON_CELL hears of each cell once, in any
/// thread and of several at a time, with its outputs in the order of its
/// suites; of those that a measurement completes when the last measurement of
/// their build is over. A suite that cannot start is an output that says so.
/// After a stop request, cells that are not complete are not heard of.
[[nodiscard]] util::Result<void> run_cells(core::Target& target,
                                           std::span<const CellJob> jobs,
                                           const RunOptions& options,
                                           std::stop_token stop,
                                           const OnCell& on_cell);

}  // namespace heed::run
