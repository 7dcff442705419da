#pragma once

#include <map>
#include <string>

#include "harness/core/plan.h"

namespace heed::plan {

/// What history knows of cells, by id.
struct Hints {
  std::map<std::string, std::string> last_status;  ///< "passed", "failed" …
  std::map<std::string, double> last_seconds;
};

/// Orders the cells: those that failed last time, then those never run, then
/// the slowest first; equal ones in table order. Each cell of EXPANSION is in
/// the plan once, with the reason for its place.
[[nodiscard]] core::Plan make_plan(const core::Expansion& expansion,
                                   const Hints& hints);

}  // namespace heed::plan
