#include "harness/judge/cell_index.h"

namespace heed::judge {

CellIndex::CellIndex(const core::Project& project,
                     std::span<const core::CellResult> results)
    : project_(project), results_(results) {
  for (std::size_t i = 0; i < results.size(); ++i) {
    const core::Cell& cell = results[i].cell;
    by_values_.emplace(Key(cell.build.preset, cell.values), i);
  }
}

std::optional<std::size_t> CellIndex::find(const core::Values& values,
                                           std::size_t near) const {
  const auto found =
      by_values_.find(Key(results_[near].cell.build.preset, values));
  return found == by_values_.end() ? std::nullopt
                                   : std::optional(found->second);
}

std::vector<Neighbour> CellIndex::neighbours(std::size_t cell) const {
  std::vector<Neighbour> found;
  const core::Values& values = results_[cell].cell.values;
  for (const core::Setting& setting : project_.settings) {
    const auto own = values.find(setting.name);
    for (const std::string& value : setting.values) {
      if (own == values.end() || own->second == value) {
        continue;
      }
      if (const auto other = find(with(values, setting.name, value), cell)) {
        found.push_back({*other, &setting});
      }
    }
  }
  return found;
}

std::map<std::string, std::string> off_default(const core::Project& project,
                                               const core::Cell& cell) {
  std::map<std::string, std::string> off;
  for (const core::Setting& setting : project.settings) {
    const auto value = cell.values.find(setting.name);
    if (value != cell.values.end() && value->second != setting.default_value) {
      off.emplace(setting.name, value->second);
    }
  }
  return off;
}

core::Values with(core::Values values, std::string_view setting,
                  std::string_view value) {
  values.insert_or_assign(std::string(setting), std::string(value));
  return values;
}

}  // namespace heed::judge
