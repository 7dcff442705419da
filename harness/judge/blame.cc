#include "harness/judge/blame.h"

#include <algorithm>
#include <tuple>
#include <vector>

#include "harness/judge/cell_index.h"

namespace heed::judge {
namespace {

using core::Project;
using core::Setting;

constexpr std::string_view kSelf = "self.";

/// The settings that RULE names, as MODULE sees it, in table order.
std::vector<const Setting*> settings_of(const Project& project,
                                        const core::Rule& rule,
                                        const std::string& module) {
  std::vector<std::string> names = rule.when.names();
  for (std::string& name : names) {
    if (name.starts_with(kSelf)) {
      name.replace(0, kSelf.size(), ".").insert(0, module);
    }
  }
  std::vector<const Setting*> found;
  for (const Setting& setting : project.settings) {
    if (std::ranges::find(names, setting.name) != names.end()) {
      found.push_back(&setting);
    }
  }
  return found;
}

/// How much the expected decision depends on one setting alone.
enum class Weight { outcome, reason, none };

Weight weight_of(const Project& project, const Symptom& symptom,
                 const Setting& setting) {
  Weight weight = Weight::none;
  for (const std::string& value : setting.values) {
    const core::Decision other =
        core::expected_decision(
            project, with(symptom.values, setting.name, value), symptom.module)
            .decision;
    if (other.outcome != symptom.expected.outcome) {
      return Weight::outcome;
    }
    if (other != symptom.expected) {
      weight = Weight::reason;
    }
  }
  return weight;
}

/// The first of CANDIDATES by weight, then off its default, then, for a
/// refusal, of the later stage, then the module's own before a global one.
const Setting* best_of(const Project& project, const Symptom& symptom,
                       const std::vector<const Setting*>& candidates) {
  const bool is_refusal = symptom.expected.outcome == core::Outcome::refuse;
  const auto rank = [&](const Setting* setting) {
    const auto value = symptom.values.find(setting->name);
    const bool is_default = value == symptom.values.end() ||
                            value->second == setting->default_value;
    return std::tuple(weight_of(project, symptom, *setting), is_default,
                      is_refusal && setting->stage == core::Stage::build,
                      setting->module.empty());
  };
  const auto best = std::ranges::min_element(candidates, {}, rank);
  return best == candidates.end() ? nullptr : *best;
}

/// The rule that MODULE seems to have followed.
const core::Rule* followed_rule(const Project& project,
                                const Symptom& symptom) {
  if (symptom.observed == nullptr || *symptom.observed == symptom.expected) {
    return nullptr;
  }
  const auto found =
      std::ranges::find_if(project.rules, [&](const core::Rule& rule) {
        return rule.decision == *symptom.observed;
      });
  return found == project.rules.end() ? nullptr : &*found;
}

}  // namespace

std::string blamed_setting(const Project& project, const Symptom& symptom) {
  const core::Decided decided =
      core::expected_decision(project, symptom.values, symptom.module);
  const auto deciding =
      settings_of(project, project.rules[decided.rule], symptom.module);
  const Setting* best = best_of(project, symptom, deciding);
  // Work that is expected whatever the setting's value is not missing because
  // of it; work that is not may have been forbidden twice.
  const bool is_to_blame =
      best != nullptr &&
      (symptom.expected.outcome != core::Outcome::run ||
       weight_of(project, symptom, *best) == Weight::outcome);
  if (is_to_blame) {
    return best->name;
  }
  const core::Rule* followed = followed_rule(project, symptom);
  if (followed == nullptr) {
    return "";
  }
  const Setting* other = best_of(
      project, symptom, settings_of(project, *followed, symptom.module));
  return other == nullptr ? "" : other->name;
}

}  // namespace heed::judge
