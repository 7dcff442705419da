#pragma once

#include <map>
#include <string>

#include "harness/core/plan.h"
#include "harness/core/run_record.h"

namespace heed::plan {

/// What history knows of the cells, by cell id.
struct Hints {
  std::map<std::string, core::CellStatus> last_status;
  std::map<std::string, double> seconds;  ///< how long the cell took last time
};

/// The plan of EXPANSION: each of its cells once, those that failed last time
/// first, then those without a verdict yet, then the slowest; equal ones stay
/// in table order. Each says why it is where it is.
[[nodiscard]] core::Plan make_plan(const core::Expansion& expansion,
                                   const Hints& hints);

/// The builds that CELLS need, each once, sorted by id.
[[nodiscard]] std::vector<core::BuildSpec> builds_of(
    const std::vector<core::PlannedCell>& cells);

/// SHA-256 over the ids of PLAN's cells and builds, its strategy and seed.
/// The order of the cells, which depends on history, does not count: shards
/// of one plan agree on it.
[[nodiscard]] std::string plan_digest(const core::Plan& plan);

}  // namespace heed::plan
