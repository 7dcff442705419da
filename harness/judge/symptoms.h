#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/core/project.h"
#include "harness/core/run_record.h"
#include "harness/judge/ladder.h"

namespace heed::judge {

/// A verdict that needs a finding, with whom and what it blames.
struct Blamed {
  std::size_t cell = 0;
  const core::Verdict* verdict = nullptr;
  std::string module;   ///< or the suite
  std::string setting;  ///< "" where none is to blame
};

/// The violated and inconclusive verdicts of a run that no other cause
/// explains: not those of cells whose value was LOST, not work that another
/// module is blamed for, and weak evidence (a wrong reason, a difference
/// between neighbours) only where nothing stronger is known.
[[nodiscard]] std::vector<Blamed> find_symptoms(
    const core::Project& project, std::span<const core::CellResult> results,
    std::span<const Lost> lost);

}  // namespace heed::judge
