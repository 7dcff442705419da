#pragma once

#include "harness/core/cell.h"
#include "harness/core/json_archive.h"
#include "harness/core/plan.h"

namespace heed::core {

template <>
struct EnumWords<Stage> {
  static constexpr std::array<std::string_view, 2> kWords = {"build", "boot"};
};

void fields(auto& archive, Like<KernelSymbol> auto& symbol) {
  archive("name", symbol.name);
  archive("is_inverse", symbol.is_inverse);
  archive("from", symbol.from);
  archive("before", symbol.before);
}

void fields(auto& archive, Like<Setting> auto& setting) {
  archive("name", setting.name);
  archive("base", setting.base);
  archive("module", setting.module);
  archive("stage", setting.stage);
  archive("values", setting.values);
  archive("default", setting.default_value);
  archive("cmake", setting.cmake);
  archive("boot", setting.boot);
  archive("depends_on", setting.depends_on);
  archive("line", setting.line);
  archive("file", setting.file);
  archive("kernel", setting.kernel);
}

void fields(auto& archive, Like<BuildSpec> auto& build) {
  archive("id", build.id);
  archive("preset", build.preset);
  archive("values", build.values);
  archive("settings", build.settings);
}

void fields(auto& archive, Like<Boot> auto& boot) {
  archive("values", boot.values);
  archive("command_line", boot.command_line);
}

void fields(auto& archive, Like<Cell> auto& cell) {
  archive("id", cell.id);
  archive("name", cell.name);
  archive("short_text", cell.short_text);
  archive("values", cell.values);
  archive("build", cell.build);
  archive("boot", cell.boot);
}

}  // namespace heed::core
