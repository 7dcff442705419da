#include "harness/matrix/name_check.h"

#include <algorithm>
#include <set>

#include "harness/util/format.h"
#include "harness/util/nearest.h"

namespace heed::matrix {
namespace {

using Words = std::vector<std::string>;

constexpr std::string_view kSelf = "self.";

std::string_view without_self(std::string_view name) {
  return name.substr(kSelf.size());
}

/// The name after `self.` under which SETTING is known, "" if it belongs to
/// no module.
std::string self_name(const core::Setting& setting) {
  return setting.module.empty()
             ? ""
             : setting.name.substr(setting.module.size() + 1);
}

bool is_self(std::string_view name, const Scope& scope) {
  return scope.has_self && name.starts_with(kSelf);
}

Words known_names(const core::Project& project, const Scope& scope) {
  std::set<std::string> names(scope.facts.begin(), scope.facts.end());
  for (const core::Setting& setting : project.settings) {
    names.insert(setting.name);
    if (scope.has_self && !setting.module.empty()) {
      names.insert(std::string(kSelf) + self_name(setting));
    }
  }
  return {names.begin(), names.end()};
}

/// The values that NAME may be compared with; empty when any.
std::set<std::string> known_values(std::string_view name,
                                   const core::Project& project,
                                   const Scope& scope) {
  std::set<std::string> values;
  for (const core::Setting& setting : project.settings) {
    const bool is_meant = is_self(name, scope)
                              ? self_name(setting) == without_self(name)
                              : setting.name == name;
    if (is_meant && scope.checks_values) {
      values.insert(setting.values.begin(), setting.values.end());
    }
  }
  if (name == "@module") {
    for (const core::Module& module : project.modules) {
      values.insert(module.name);
    }
  } else if (name == "@decision") {
    for (const core::OutcomeRow& row : core::kOutcomes) {
      values.insert(std::string(row.name));
    }
  } else if (name == "@reason") {
    for (const core::Rule& rule : project.rules) {
      values.insert(rule.decision.reason);
    }
  }
  return values;
}

}  // namespace

const Scope& exclude_scope() {
  static const Scope scope = {{"@preset", "@target"}, false, true};
  return scope;
}

const Scope& rule_scope() {
  static const Scope scope = {{}, true, true};
  return scope;
}

const Scope& effect_scope() {
  static const Scope scope = {
      {"@decision", "@preset", "@reason", "@suite", "@target"}, true, true};
  return scope;
}

const Scope& selection_scope() {
  static const Scope scope = {
      {"@cell", "@decision", "@finding", "@module", "@preset", "@reason",
       "@status", "@tag", "@target"},
      false,
      false};
  return scope;
}

std::vector<std::string> check_names(const core::Condition& condition,
                                     const core::Project& project,
                                     const Scope& scope) {
  const Words known = known_names(project, scope);
  std::vector<std::string> messages;
  for (const std::string& name : condition.names()) {
    if (!std::binary_search(known.begin(), known.end(), name)) {
      messages.push_back(util::format("nothing here is named {}, {}", name,
                                      util::suggestion(name, known)));
    }
  }
  for (const auto& [name, value] : condition.comparisons()) {
    const std::set<std::string> values = known_values(name, project, scope);
    if (!values.empty() && !values.contains(value)) {
      messages.push_back(util::format(
          "{} is never {}, {}", name, value,
          util::suggestion(value, {values.begin(), values.end()})));
    }
  }
  return messages;
}

core::Condition read_condition(Document& document, const std::string& pointer,
                               const std::string& text,
                               const core::Project& project,
                               const Scope& scope) {
  auto condition = core::Condition::parse(text);
  if (!condition) {
    document.complain(pointer, condition.error().text());
    return {};
  }
  for (std::string& message : check_names(*condition, project, scope)) {
    document.complain(pointer, std::move(message));
  }
  return *std::move(condition);
}

}  // namespace heed::matrix
