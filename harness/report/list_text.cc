#include "harness/report/list_text.h"

#include <algorithm>

#include "harness/report/text.h"
#include "harness/util/format.h"
#include "harness/util/text_table.h"

namespace heed::report {
namespace {

using Align = util::TextTable::Align;

/// The values of SETTINGS' build stage that are off their default.
std::string build_text(const core::BuildSpec& build) {
  std::string out;
  for (const core::Setting& setting : build.settings) {
    const auto value = build.values.find(setting.name);
    if (value != build.values.end() && value->second != setting.default_value) {
      out += (out.empty() ? "" : ",") + setting.name + "=" + value->second;
    }
  }
  return out.empty() ? "default" : out;
}

std::string boot_text(const core::Boot& boot) {
  return boot.command_line.empty() ? "(empty command line)"
                                   : one_line(boot.command_line);
}

std::string values_text(const core::Setting& setting) {
  std::string out = one_line(setting.default_value);
  for (const std::string& value : setting.values) {
    if (value != setting.default_value) {
      out += " " + one_line(value);
    }
  }
  return out;
}

std::string words_of(const core::Project& project, const std::string& reason) {
  for (const core::Exclude& exclude : project.excludes) {
    if (exclude.id == reason) {
      return one_line(exclude.why);
    }
  }
  return "";
}

}  // namespace

std::string cells_text(const core::Plan& plan) {
  util::TextTable table({Align::left, Align::left});
  for (const core::PlannedCell& planned : plan.cells) {
    table.add({one_line(planned.cell.name), one_line(planned.explanation.why)});
  }
  return table.text();
}

std::string tree_text(const core::Plan& plan) {
  std::string out;
  for (const core::BuildSpec& build : plan.builds) {
    out += util::format("{} {} {}\n", build.id, one_line(build.preset),
                        build_text(build));
    for (const core::PlannedCell& planned : plan.cells) {
      if (planned.cell.build.id == build.id) {
        out += util::format("  {} {}\n", planned.cell.id,
                            boot_text(planned.cell.boot));
      }
    }
  }
  return out;
}

std::string why_not_text(const core::Project& project,
                         const std::vector<core::LeftOutCell>& left_out) {
  util::TextTable table({Align::left, Align::left, Align::left, Align::left});
  for (const core::LeftOutCell& cell : left_out) {
    table.add({one_line(cell.cell.name), cell.cls, one_line(cell.reason),
               words_of(project, cell.reason)});
  }
  return table.text();
}

std::string settings_text(const core::Project& project) {
  util::TextTable table({Align::left, Align::left, Align::left, Align::left});
  table.add({"setting", "stage", "values (default first)", "declared"});
  for (const core::Setting& setting : project.settings) {
    table.add({one_line(setting.name),
               setting.stage == core::Stage::build ? "build" : "boot",
               values_text(setting),
               util::format("{}:{}", one_line(setting.file), setting.line)});
  }
  return table.text();
}

std::string modules_text(const core::Project& project) {
  util::TextTable table({Align::left, Align::left, Align::right, Align::right});
  table.add({"module", "folder", "settings", "claims"});
  for (const core::Module& module : project.modules) {
    const auto settings = std::ranges::count(project.settings, module.name,
                                             &core::Setting::module);
    table.add({one_line(module.name), one_line(module.folder),
               std::to_string(settings),
               std::to_string(module.effects.size() + module.same.size())});
  }
  return table.text();
}

}  // namespace heed::report
