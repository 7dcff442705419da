#include "harness/matrix/settings_reader.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "harness/matrix/name_check.h"
#include "harness/util/format.h"
#include "harness/util/nearest.h"

namespace heed::matrix {
namespace {

using core::Setting;
using core::Stage;
using util::Json;

std::string replaced(std::string text, std::string_view place,
                     std::string_view with) {
  for (std::size_t at = text.find(place); at != std::string::npos;
       at = text.find(place, at + with.size())) {
    text.replace(at, place.size(), with);
  }
  return text;
}

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) {
    return static_cast<char>(std::toupper(c));
  });
  return text;
}

/// PATTERN with the names of MODULE for its places; as it is without one.
std::string for_module(const std::string& pattern, const std::string& module) {
  return module.empty() ? pattern
                        : replaced(replaced(pattern, "{module}", module),
                                   "{MODULE}", upper(module));
}

std::vector<core::KernelSymbol> kernel_symbols(const Json& apply) {
  std::vector<core::KernelSymbol> symbols;
  for (const Json& row : apply.value("linux", Json::array())) {
    symbols.push_back({text_at(row, "symbol"), row.value("inverse", false),
                       text_at(row, "from"), text_at(row, "before")});
  }
  return symbols;
}

/// Fills what a declaration and an override have in common.
void read_values(Setting& setting, const Json& json) {
  setting.values = json.at("values").get<std::vector<std::string>>();
  setting.default_value = text_at(json, "default");
  const Json& apply = json.at("apply");
  setting.cmake = for_module(text_at(apply, "cmake"), setting.module);
  setting.boot = for_module(text_at(apply, "boot"), setting.module);
  setting.kernel = kernel_symbols(apply);
}

void check_values(Document& document, const std::string& pointer,
                  const Json& json, Stage stage) {
  const auto values = json.at("values").get<std::vector<std::string>>();
  const std::string default_value = text_at(json, "default");
  if (std::find(values.begin(), values.end(), default_value) == values.end()) {
    document.complain(
        pointer + "/default",
        util::format(
            "{} is not one of the values of {}, {}", default_value,
            json.contains("name") ? text_at(json, "name") : "the override",
            util::suggestion(default_value, values)));
  }
  const bool is_build = stage == Stage::build;
  const char* const wrong = is_build ? "boot" : "cmake";
  if (json.at("apply").contains(wrong)) {
    document.complain(
        pointer + "/apply/" + wrong,
        util::format("a setting of stage {} is not applied by {}, "
                     "expected {}",
                     is_build ? "build" : "boot", wrong,
                     is_build ? "cmake" : "boot"));
  }
}

/// Each module needs a variable or word of its own.
void check_override(Document& document, const std::string& pointer,
                    const Json& apply) {
  for (const char* const key : {"cmake", "boot"}) {
    const std::string pattern = text_at(apply, key);
    if (!pattern.empty() && for_module(pattern, "\n") == pattern) {
      document.complain(pointer + "/apply/" + key,
                        "the module is missing, expected {module} or {MODULE} "
                        "in it");
    }
  }
}

void add(Document& document, const std::string& pointer, Setting setting,
         core::Project& project) {
  if (project.find_setting(setting.name) != nullptr) {
    document.complain(
        pointer, util::format("setting {} is declared twice", setting.name));
    return;
  }
  project.settings.push_back(std::move(setting));
}

Setting declared(const Document& document, const std::string& pointer,
                 const Json& json, const std::string& module) {
  Setting setting;
  setting.name = text_at(json, "name");
  setting.base = setting.name;
  setting.module = module;
  setting.stage =
      text_at(json, "stage") == "build" ? Stage::build : Stage::boot;
  setting.depends_on = text_at(json, "depends_on");
  setting.line = document.line(pointer);
  setting.file = document.name();
  read_values(setting, json);
  return setting;
}

void add_overrides(Document& document, const std::string& pointer,
                   const Json& json, const Setting& base,
                   core::Project& project) {
  check_values(document, pointer, json, base.stage);
  check_override(document, pointer, json.at("apply"));
  for (const core::Module& module : project.modules) {
    Setting setting = base;
    setting.name = module.name + "." + base.name;
    setting.module = module.name;
    setting.line = document.line(pointer);
    read_values(setting, json);
    add(document, pointer, std::move(setting), project);
  }
}

}  // namespace

void read_settings(Document& document, core::Project& project) {
  const Json& rows = document.json().at("settings");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string pointer = util::format("/settings/{}", i);
    const Json& row = rows.at(i);
    const Setting setting = declared(document, pointer, row, "");
    check_values(document, pointer, row, setting.stage);
    if (project.find_setting(setting.name) != nullptr) {
      document.complain(
          pointer + "/name",
          util::format("setting {} is declared twice", setting.name));
      continue;
    }
    project.settings.push_back(setting);
    if (row.contains("override")) {
      add_overrides(document, pointer + "/override", row.at("override"),
                    setting, project);
    }
  }
}

void read_own_settings(Document& document, const std::string& folder,
                       core::Project& project) {
  const Json& rows = document.json().at("settings");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string pointer = util::format("/settings/{}", i);
    const Json& row = rows.at(i);
    const std::string name = text_at(row, "name");
    const std::string owner = name.substr(0, name.find('.'));
    std::vector<std::string> owners;
    for (const core::Module& module : project.modules) {
      if (module.folder == folder) {
        owners.push_back(module.name);
      }
    }
    check_values(document, pointer, row,
                 text_at(row, "stage") == "build" ? Stage::build : Stage::boot);
    if (std::find(owners.begin(), owners.end(), owner) == owners.end()) {
      document.complain(pointer + "/name",
                        util::format("no module of this folder is named {}, {}",
                                     owner, util::suggestion(owner, owners)));
      continue;
    }
    add(document, pointer + "/name", declared(document, pointer, row, owner),
        project);
  }
}

void check_dependencies(Document& document, const core::Project& project) {
  const Json& rows = document.json().at("settings");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows.at(i).contains("depends_on")) {
      (void)read_condition(document, util::format("/settings/{}/depends_on", i),
                           text_at(rows.at(i), "depends_on"), project,
                           exclude_scope());
    }
  }
}

}  // namespace heed::matrix
