#pragma once

// For tests: projects of boot settings whose values are "0", "1", … with the
// default "0".
#include <string>
#include <utility>
#include <vector>

#include "harness/core/project.h"

namespace heed::matrix {

inline core::Project model(
    const std::vector<std::pair<std::string, int>>& settings) {
  core::Project project;
  for (const auto& [name, count] : settings) {
    core::Setting setting;
    setting.name = name;
    setting.base = name;
    setting.stage = core::Stage::boot;
    setting.boot = name + "={value}";
    setting.default_value = "0";
    for (int value = 0; value < count; ++value) {
      setting.values.push_back(std::to_string(value));
    }
    project.settings.push_back(std::move(setting));
  }
  return project;
}

inline core::Project booleans(int count) {
  std::vector<std::pair<std::string, int>> settings;
  for (int i = 0; i < count; ++i) {
    settings.emplace_back("s" + std::to_string(i), 2);
  }
  return model(settings);
}

}  // namespace heed::matrix
