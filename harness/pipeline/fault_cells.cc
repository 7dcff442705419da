#include "harness/pipeline/fault_cells.h"

#include <algorithm>

#include "harness/judge/conformance.h"
#include "harness/util/format.h"

namespace heed::pipeline {
namespace {

using core::Cell;
using core::Project;
using core::Values;

bool names_module(const Fault& fault, const std::string& module) {
  const std::string prefix = module + ".";
  return std::any_of(fault.findings.begin(), fault.findings.end(),
                     [&](const FaultFinding& finding) {
                       return finding.module == module ||
                              finding.setting.starts_with(prefix) ||
                              std::any_of(
                                  finding.context.begin(),
                                  finding.context.end(), [&](const auto& item) {
                                    return item.first.starts_with(prefix);
                                  });
                     });
}

const Cell* find_cell(const std::vector<Cell>& cells, const Values& values) {
  const auto found =
      std::find_if(cells.begin(), cells.end(),
                   [&](const Cell& cell) { return cell.values == values; });
  return found == cells.end() ? nullptr : &*found;
}

std::vector<std::string> differences(const Values& a, const Values& b) {
  std::vector<std::string> names;
  for (const auto& [name, value] : a) {
    const auto other = b.find(name);
    if (other == b.end() || other->second != value) {
      names.push_back(name);
    }
  }
  return names;
}

/// Whether a relative bound of MODULE that applies to CELL compares it with
/// NEIGHBOUR.
bool is_compared(const Project& project, const std::string& module,
                 const Cell& cell, const Cell& neighbour) {
  const core::Module* declared = project.find_module(module);
  if (declared == nullptr) {
    return false;
  }
  const auto here = judge::facts_about(project, cell, module, "");
  const auto there = judge::facts_about(project, neighbour, module, "");
  for (const core::Effect& effect : declared->effects) {
    if (!effect.when.holds(core::lookup_for(cell.values, module, here))) {
      continue;
    }
    for (const auto& [observable, bound] : effect.expect) {
      if (bound.relative_to && bound.relative_to->holds(core::lookup_for(
                                   neighbour.values, module, there))) {
        return true;
      }
    }
  }
  return false;
}

void add_neighbours(const Project& project, const std::vector<Cell>& cells,
                    const FaultFinding& finding, const Cell& cell,
                    std::set<std::string>& ids) {
  bool has_reference = false;
  for (const Cell& other : cells) {
    const std::vector<std::string> names =
        differences(cell.values, other.values);
    if (names.size() != 1) {
      continue;
    }
    if (names.front() == finding.setting) {
      ids.insert(other.id);
    }
    if (!has_reference && is_compared(project, finding.module, cell, other)) {
      has_reference = true;
      ids.insert(other.id);
    }
  }
}

}  // namespace

core::Slice slice_for(const Project& project, const Fault& fault) {
  core::Slice slice{.name = "fault", .strategy = {"full"}};
  for (const core::Module& module : project.modules) {
    if (names_module(fault, module.name)) {
      slice.modules.push_back(module.name);
    }
  }
  // What no module is to blame for shows with the settings of any.
  if (slice.modules.empty() && !project.modules.empty()) {
    slice.modules.push_back(project.modules.front().name);
  }
  slice.max_cells = 100000;
  return slice;
}

util::Result<std::set<std::string>> cells_for(const Project& project,
                                              const std::vector<Cell>& cells,
                                              const Fault& fault) {
  std::set<std::string> ids;
  Values defaults;
  for (const core::Setting& setting : project.settings) {
    defaults[setting.name] = setting.default_value;
  }
  for (const FaultFinding& finding : fault.findings) {
    Values values = defaults;
    for (const auto& [name, value] : finding.context) {
      values[name] = value;
    }
    const Cell* cell = find_cell(cells, values);
    if (cell == nullptr) {
      return tl::unexpected(
          util::Error{.what = "cannot plan fault",
                      .which = fault.name,
                      .why = "its context names no cell of the matrix",
                      .where = "heed list --settings prints what can be set"});
    }
    ids.insert(cell->id);
    add_neighbours(project, cells, finding, *cell, ids);
  }
  return ids;
}

}  // namespace heed::pipeline
