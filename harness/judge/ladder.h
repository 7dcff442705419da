#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness/core/ladder.h"
#include "harness/core/project.h"
#include "harness/core/run_record.h"
#include "harness/judge/cell_index.h"

namespace heed::judge {

/// Whether two things can be told apart on a rung.
enum class Sight { unknown, equal, different };

/// The builds of a run by id.
class BuildIndex {
 public:
  explicit BuildIndex(std::span<const core::BuildResult> builds);

  [[nodiscard]] const core::BuildResult* find(const std::string& id) const;

 private:
  std::map<std::string, const core::BuildResult*> by_id_;
};

/// Compares the evidence of two builds about MODULE on rung R3, R4 or R5.
[[nodiscard]] Sight compare_builds(const core::BuildResult& a,
                                   const core::BuildResult& b,
                                   const std::string& module, core::Rung rung);

/// A setting whose value did not arrive.
struct Lost {
  const core::Setting* setting = nullptr;
  std::string module;  ///< where it was lost; "" when before any module
  core::Rung rung = core::Rung::r1;
  std::string requested;
  std::string effective;
  std::set<std::size_t> cells;  ///< where another value than asked for acts
  std::pair<std::size_t, std::size_t> pair;  ///< cells it could not tell apart
};

/// Every setting that was lost on a delivery rung, each at its first: between
/// cells that differ in it alone and must decide differently.
[[nodiscard]] std::vector<Lost> find_lost(
    const core::Project& project, const BuildIndex& builds,
    std::span<const core::CellResult> results, const CellIndex& cells);

}  // namespace heed::judge
