#include "harness/core/project.h"

#include <algorithm>

#include "harness/util/assert.h"

namespace heed::core {

const Setting* Project::find_setting(std::string_view setting) const {
  const auto found =
      std::find_if(settings.begin(), settings.end(),
                   [&](const Setting& row) { return row.name == setting; });
  return found == settings.end() ? nullptr : &*found;
}

const Module* Project::find_module(std::string_view module) const {
  const auto found =
      std::find_if(modules.begin(), modules.end(),
                   [&](const Module& row) { return row.name == module; });
  return found == modules.end() ? nullptr : &*found;
}

Condition::Lookup lookup_for(const Values& values, std::string_view module,
                             const std::map<std::string, std::string>& facts) {
  return [&values, module = std::string(module),
          &facts](std::string_view name) -> std::optional<std::string> {
    constexpr std::string_view self = "self.";
    if (name.starts_with('@')) {
      auto found = facts.find(std::string(name));
      if (found == facts.end()) {
        found = facts.find(std::string(name.substr(1)));
      }
      return found == facts.end() ? std::nullopt : std::optional(found->second);
    }
    std::string key(name);
    if (name.starts_with(self)) {
      key = module + "." + key.substr(self.size());
    }
    const auto found = values.find(key);
    return found == values.end() ? std::nullopt : std::optional(found->second);
  };
}

Decided expected_decision(const Project& project, const Values& values,
                          std::string_view module) {
  const std::map<std::string, std::string> no_facts;
  const Condition::Lookup lookup = lookup_for(values, module, no_facts);
  const auto rule =
      std::find_if(project.rules.begin(), project.rules.end(),
                   [&](const Rule& row) { return row.when.holds(lookup); });
  ASSERT(rule != project.rules.end());
  return {rule->decision,
          static_cast<std::size_t>(rule - project.rules.begin())};
}

}  // namespace heed::core
