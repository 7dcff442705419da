#pragma once

// For tests: four cells of a build and a boot setting.
#include <string>

#include "harness/core/plan.h"

namespace heed::plan {

inline core::Setting small_setting(const char* name, core::Stage stage,
                                   std::vector<std::string> values) {
  core::Setting setting;
  setting.name = name;
  setting.base = name;
  setting.stage = stage;
  setting.default_value = values.front();
  setting.values = std::move(values);
  setting.cmake = stage == core::Stage::build ? name : "";
  setting.boot =
      stage == core::Stage::boot ? std::string(name) + "={value}" : "";
  return setting;
}

inline core::Expansion small_expansion() {
  core::Expansion expansion;
  expansion.axes = {small_setting("LTO", core::Stage::build, {"OFF", "ON"}),
                    small_setting("fips", core::Stage::boot, {"0", "1"})};
  for (const std::string& lto : expansion.axes[0].values) {
    for (const std::string& fips : expansion.axes[1].values) {
      expansion.cells.push_back(core::make_cell(expansion.axes,
                                                {{"LTO", lto}, {"fips", fips}},
                                                "cell", {"cmake", "GNU", {}}));
    }
  }
  expansion.product = 4;
  expansion.strategy = "full";
  return expansion;
}

}  // namespace heed::plan
