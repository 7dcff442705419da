#include "harness/judge/locator.h"

#include "harness/core/ladder.h"
#include "harness/util/format.h"

namespace heed::judge {

using core::Finding;
using core::Rung;
using core::Setting;

void Locator::locate(Finding& finding, std::size_t cell,
                     const Setting& setting) const {
  const auto partner = partner_of(cell, finding.module, setting);
  if (partner) {
    finding.pair = {results_[cell].cell.id, results_[*partner].cell.id};
  }
  std::string arrived = "value differs";
  if (partner && setting.stage == core::Stage::build) {
    arrived = climb(finding, cell, *partner, setting);
  } else if (partner) {
    arrived = util::format("loaded value differs (R6: {}, {})",
                           results_[*partner].cell.values.at(setting.name),
                           results_[cell].cell.values.at(setting.name));
  }
  const core::RungRow& row = row_of(finding.rung.value_or(Rung::r7));
  finding.rung_detail =
      util::format("{}, {}", arrived,
                   row.rung >= Rung::r6 ? "work does not" : "this does not");
}

std::string Locator::climb(Finding& finding, std::size_t cell,
                           std::size_t partner, const Setting& setting) const {
  const core::Values& own = results_[cell].cell.values;
  const core::Values& other = results_[partner].cell.values;
  const std::string values =
      util::format("{}, {}", other.at(setting.name), own.at(setting.name));
  const auto* a = builds_.find(results_[cell].cell.build.id);
  const auto* b = builds_.find(results_[partner].cell.build.id);
  if (a == nullptr || b == nullptr) {
    return "value differs (R1: " + values + ")";
  }
  for (const Rung rung : {Rung::r4, Rung::r5}) {
    if (compare_builds(*a, *b, finding.module, rung) == Sight::equal) {
      finding.rung = rung;
      break;
    }
  }
  const bool is_configured =
      compare_builds(*a, *b, finding.module, Rung::r3) == Sight::different;
  return util::format("{} differs ({}: {})",
                      is_configured ? "configuration" : "value",
                      is_configured ? "R3" : "R1", values);
}

std::optional<std::size_t> Locator::partner_of(std::size_t cell,
                                               const std::string& module,
                                               const Setting& setting) const {
  std::optional<std::size_t> found;
  const auto outcome = [&](std::size_t index) {
    return core::expected_decision(project_, results_[index].cell.values,
                                   module)
        .decision.outcome;
  };
  for (const Neighbour& near : cells_.neighbours(cell)) {
    if (near.setting->name != setting.name ||
        outcome(near.cell) == outcome(cell)) {
      continue;
    }
    const bool is_default = results_[near.cell].cell.values.at(setting.name) ==
                            setting.default_value;
    if (!found || is_default) {
      found = near.cell;
    }
  }
  return found;
}

}  // namespace heed::judge
