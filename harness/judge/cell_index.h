#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness/core/project.h"
#include "harness/core/run_record.h"

namespace heed::judge {

/// A cell that differs from another in exactly one setting.
struct Neighbour {
  std::size_t cell = 0;  ///< its index
  const core::Setting* setting = nullptr;

  bool operator==(const Neighbour&) const = default;
};

/// Finds cells by their values. Keeps references to both arguments.
class CellIndex {
 public:
  CellIndex(const core::Project& project,
            std::span<const core::CellResult> results);

  /// The cell with VALUES and the preset of cell NEAR.
  [[nodiscard]] std::optional<std::size_t> find(const core::Values& values,
                                                std::size_t near) const;

  /// Every cell of the run that differs from CELL in one setting, in the order
  /// of the settings and of their values.
  [[nodiscard]] std::vector<Neighbour> neighbours(std::size_t cell) const;

 private:
  using Key = std::pair<std::string, core::Values>;

  const core::Project& project_;
  std::span<const core::CellResult> results_;
  std::map<Key, std::size_t> by_values_;
};

/// The values of CELL that are not at their default, by setting.
[[nodiscard]] std::map<std::string, std::string> off_default(
    const core::Project& project, const core::Cell& cell);

/// VALUES with one of them replaced.
[[nodiscard]] core::Values with(core::Values values, std::string_view setting,
                                std::string_view value);

}  // namespace heed::judge
