#pragma once

#include <optional>
#include <span>
#include <string>

#include "harness/core/finding.h"
#include "harness/core/project.h"
#include "harness/core/run_record.h"
#include "harness/judge/cell_index.h"
#include "harness/judge/ladder.h"

namespace heed::judge {

/// Finds where on the ladder a setting stops making a difference. Keeps
/// references to its arguments.
class Locator {
 public:
  Locator(const core::Project& project, const BuildIndex& builds,
          std::span<const core::CellResult> results, const CellIndex& cells)
      : project_(project), builds_(builds), results_(results), cells_(cells) {}

  /// Sets rung, its detail and the pair of FINDING: the first rung on which
  /// CELL and its partner, with SETTING flipped, are indistinguishable, and how
  /// the value was seen to arrive before it. The rung that FINDING has is that
  /// of the work seen.
  void locate(core::Finding& finding, std::size_t cell,
              const core::Setting& setting) const;

 private:
  [[nodiscard]] std::string climb(core::Finding& finding, std::size_t cell,
                                  std::size_t partner,
                                  const core::Setting& setting) const;

  /// The neighbour in which another outcome is expected of MODULE; of several
  /// the one with SETTING at its default.
  [[nodiscard]] std::optional<std::size_t> partner_of(
      std::size_t cell, const std::string& module,
      const core::Setting& setting) const;

  const core::Project& project_;
  const BuildIndex& builds_;
  std::span<const core::CellResult> results_;
  const CellIndex& cells_;
};

}  // namespace heed::judge
