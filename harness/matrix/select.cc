#include "harness/matrix/select.h"

#include <algorithm>
#include <utility>

#include "harness/matrix/name_check.h"
#include "harness/util/format.h"

namespace heed::matrix {
namespace {

using Facts = std::map<std::string, std::string>;
using Conditions = std::vector<core::Condition>;

constexpr std::size_t kLeastDigits = 6;

util::Result<Conditions> parse_all(const core::Project& project,
                                   const std::vector<std::string>& selections) {
  Conditions conditions;
  for (const std::string& text : selections) {
    auto condition = core::Condition::parse(text, true);
    if (!condition) {
      return tl::unexpected(std::move(condition).error());
    }
    const auto messages = check_names(*condition, project, selection_scope());
    if (!messages.empty()) {
      return tl::unexpected(util::Error{
          "cannot select", util::format("\"{}\"", text), messages.front(), ""});
    }
    conditions.push_back(*std::move(condition));
  }
  return conditions;
}

bool holds_for(const Conditions& conditions, const core::Cell& cell,
               const std::string& module, const Facts& facts) {
  const auto lookup = core::lookup_for(cell.values, module, facts);
  return std::any_of(conditions.begin(), conditions.end(),
                     [&](const core::Condition& condition) {
                       return condition.holds(lookup);
                     });
}

bool is_selected(const core::Project& project, const Conditions& conditions,
                 const core::Cell& cell, Facts facts) {
  facts["@cell"] = cell.name;
  facts["@target"] = project.target;
  facts["@preset"] = cell.build.preset;
  return std::any_of(
      project.modules.begin(), project.modules.end(),
      [&](const core::Module& module) {
        const core::Decision decision =
            core::expected_decision(project, cell.values, module.name).decision;
        facts["@module"] = module.name;
        facts["@decision"] = std::string(core::name_of(decision.outcome));
        facts["@reason"] = decision.reason;
        return holds_for(conditions, cell, module.name, facts);
      });
}

}  // namespace

util::Result<core::Expansion> select(const core::Project& project,
                                     core::Expansion expansion,
                                     const std::vector<std::string>& selections,
                                     const CellFacts& facts) {
  const auto conditions = parse_all(project, selections);
  if (!conditions) {
    return tl::unexpected(conditions.error());
  }
  if (conditions->empty()) {
    return expansion;
  }
  const bool is_listed =
      expansion.left_out.size() == expansion.excluded + expansion.sampled_out;
  std::vector<core::Cell> kept;
  for (core::Cell& cell : expansion.cells) {
    const auto known = facts.find(cell.id);
    const std::vector<Facts> sets =
        known == facts.end() ? std::vector<Facts>{{}} : known->second;
    if (std::any_of(sets.begin(), sets.end(), [&](const Facts& set) {
          return is_selected(project, *conditions, cell, set);
        })) {
      kept.push_back(std::move(cell));
      continue;
    }
    ++expansion.excluded;
    if (is_listed) {
      expansion.left_out.push_back({std::move(cell), "excluded", "deselected"});
    }
  }
  expansion.cells = std::move(kept);
  return expansion;
}

util::Result<core::Cell> find_cell(const core::Expansion& expansion,
                                   const std::string& prefix) {
  std::vector<const core::Cell*> found;
  for (const core::Cell& cell : expansion.cells) {
    if (cell.id.starts_with(prefix)) {
      found.push_back(&cell);
    }
  }
  for (const core::LeftOutCell& row : expansion.left_out) {
    if (row.cell.id.starts_with(prefix)) {
      found.push_back(&row.cell);
    }
  }
  if (found.size() == 1 && prefix.size() >= kLeastDigits) {
    return *found.front();
  }
  std::string why = "no cell has this id";
  if (prefix.size() < kLeastDigits) {
    why = util::format("expected at least {} digits", kLeastDigits);
  } else if (!found.empty()) {
    why = "it stands for several cells:";
    for (const core::Cell* const cell : found) {
      why += " " + cell->id;
    }
  }
  return tl::unexpected(
      util::Error{"cannot find cell", prefix, why, "see `heed list`"});
}

}  // namespace heed::matrix
