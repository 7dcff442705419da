#include "harness/report/explain_text.h"

#include <algorithm>
#include <map>

#include "harness/report/text.h"
#include "harness/util/format.h"
#include "harness/util/text_table.h"

namespace heed::report {
namespace {

using Align = util::TextTable::Align;
using Observations = std::vector<core::Observation>;

std::string value_text(const std::variant<double, std::string>& value) {
  if (const auto* number = std::get_if<double>(&value)) {
    return util::format("{}", *number);
  }
  return one_line(std::get<std::string>(value));
}

/// What METRIC of the whole build or boot was seen as: "-" when never.
std::string seen(const Observations* observations, const std::string& metric) {
  if (observations != nullptr) {
    for (const core::Observation& fact : *observations) {
      if (fact.subject.empty() && fact.metric == metric) {
        return value_text(fact.value);
      }
    }
  }
  return "-";
}

std::string value_of(const core::Values& values, std::string_view name) {
  const auto place = values.find(name);
  return place == values.end() ? "-" : one_line(place->second);
}

std::string passed_text(const core::Setting& setting,
                        const ExplainedCell& explained,
                        const Observations* of_build) {
  const std::string value = value_of(explained.cell.values, setting.name);
  if (core::passes_nothing(value)) {
    return "nothing";
  }
  if (setting.stage == core::Stage::build) {
    return seen(of_build, "passed:" + setting.cmake);
  }
  return setting.boot.empty() ? "-" : value;
}

std::string settings_table(const core::Project& project,
                           const ExplainedCell& explained) {
  const Observations* const of_build =
      explained.build == nullptr ? nullptr : &explained.build->observations;
  const Observations* const of_cell =
      explained.result == nullptr ? nullptr : &explained.result->observations;
  util::TextTable table(std::vector<Align>(6, Align::left));
  table.add({"setting", "requested", "origin", "passed", "cached", "loaded"});
  for (const core::Setting& setting : project.settings) {
    const std::string value = value_of(explained.cell.values, setting.name);
    const bool is_build = setting.stage == core::Stage::build;
    table.add({one_line(setting.name), value,
               value == setting.default_value
                   ? util::format("default, {}:{}", one_line(setting.file),
                                  setting.line)
                   : "this cell",
               passed_text(setting, explained, of_build),
               is_build ? seen(of_build, "cached:" + setting.cmake) : "",
               is_build ? "" : seen(of_cell, "loaded:" + setting.name)});
  }
  return table.text();
}

std::string rule_text(const core::Project& project, std::size_t number) {
  const core::Rule& rule = project.rules.at(number);
  return util::format(
      "rule {} ({}:{}): {} -> {} ({})", number + 1,
      project.file.filename().string(), rule.line, one_line(rule.when.text()),
      core::name_of(rule.decision.outcome), one_line(rule.decision.reason));
}

/// The values that the earlier rule N reads, which made it false.
std::string why_not(const core::Project& project, const core::Cell& cell,
                    const std::string& module, std::size_t number) {
  const std::map<std::string, std::string> facts;
  const auto lookup = core::lookup_for(cell.values, module, facts);
  std::string values;
  for (const std::string& name : project.rules.at(number).when.names()) {
    const auto value = lookup(name);
    values +=
        util::format("{}{} is {}", values.empty() ? "" : ", ", one_line(name),
                     value ? one_line(*value) : "unknown");
  }
  return util::format("    not rule {}: {}; {}\n", number + 1,
                      one_line(project.rules.at(number).when.text()), values);
}

std::string behaviour_text(const core::CellResult* result,
                           const std::string& module) {
  if (result == nullptr) {
    return "    behaved: has not run\n";
  }
  std::string out;
  for (const core::ModuleDecision& decision : result->decisions) {
    if (decision.module == module) {
      out += util::format(
          "    behaved: {} in {}\n",
          decision.is_observed
              ? util::format("{} ({})",
                             core::name_of(decision.observed.outcome),
                             one_line(decision.observed.reason))
              : "was not seen",
          one_line(decision.suite));
    }
  }
  for (const core::Verdict& verdict : result->verdicts) {
    if (verdict.module == module &&
        verdict.status != core::VerdictStatus::fulfilled) {
      out +=
          util::format("    {}: {} {}: expected {}, observed {}\n",
                       core::kVerdictStatusNames.at(
                           static_cast<std::size_t>(verdict.status)),
                       one_line(verdict.expectation), one_line(verdict.metric),
                       one_line(verdict.expected), one_line(verdict.observed));
    }
  }
  return out.empty() ? "    behaved: was not seen\n" : out;
}

std::string decision_block(const core::Project& project,
                           const ExplainedCell& explained,
                           const std::string& module) {
  const core::Decided decided =
      core::expected_decision(project, explained.cell.values, module);
  std::string out = util::format(
      "{}: {} ({})\n    decided by {}\n", one_line(module),
      core::name_of(decided.decision.outcome),
      one_line(decided.decision.reason), rule_text(project, decided.rule));
  for (std::size_t i = 0; i < decided.rule; ++i) {
    out += why_not(project, explained.cell, module, i);
  }
  return out + behaviour_text(explained.result, module);
}

}  // namespace

std::string explain_cell(const core::Project& project,
                         const ExplainedCell& explained) {
  const core::Cell& cell = explained.cell;
  std::string out = util::format("cell {}\nbuild {}  command line: {}\n",
                                 one_line(cell.name), cell.build.id,
                                 cell.boot.command_line.empty()
                                     ? "(empty)"
                                     : one_line(cell.boot.command_line));
  if (explained.result != nullptr) {
    const core::CellResult& result = *explained.result;
    out += util::format(
        "class {}  status {}{}\n",
        core::kCellClassNames.at(static_cast<std::size_t>(result.cls)),
        core::kCellStatusNames.at(static_cast<std::size_t>(result.status)),
        result.reason.empty() ? "" : "  reason " + one_line(result.reason));
  }
  out += "\n" + settings_table(project, explained) + "\n";
  for (const core::Module& module : project.modules) {
    out += decision_block(project, explained, module.name);
  }
  return out;
}

std::string explain_setting(const core::Project& project,
                            const core::Setting& setting) {
  std::string values;
  for (const std::string& value : setting.values) {
    values += " " + one_line(value) +
              (value == setting.default_value ? " (default)" : "");
  }
  std::string out = util::format(
      "setting {}, declared at {}:{}\nstage {}, values{}\n",
      one_line(setting.name), one_line(setting.file), setting.line,
      setting.stage == core::Stage::build ? "build" : "boot", values);
  if (!setting.cmake.empty()) {
    out += "applied as -D" + one_line(setting.cmake) + "=VALUE\n";
  }
  if (!setting.boot.empty()) {
    out += "applied as the boot word " + one_line(setting.boot) + "\n";
  }
  if (!setting.depends_on.empty()) {
    out += "only where " + one_line(setting.depends_on) + "\n";
  }
  for (std::size_t i = 0; i < project.rules.size(); ++i) {
    const auto names = project.rules[i].when.names();
    const std::string own = "self." + setting.base;
    if (std::ranges::find(names, setting.name) != names.end() ||
        (!setting.module.empty() &&
         std::ranges::find(names, own) != names.end())) {
      out += "read by " + rule_text(project, i) + "\n";
    }
  }
  return out;
}

std::string explain_module(const core::Project& project,
                           const core::Module& module,
                           const std::vector<core::Cell>& cells) {
  std::string out = util::format(
      "module {}, folder {}\n", one_line(module.name), one_line(module.folder));
  for (const core::Setting& setting : project.settings) {
    if (setting.module == module.name) {
      out += "setting " + one_line(setting.name) + "\n";
    }
  }
  std::map<std::size_t, std::size_t> decided;
  for (const core::Cell& cell : cells) {
    ++decided[core::expected_decision(project, cell.values, module.name).rule];
  }
  for (std::size_t i = 0; i < project.rules.size(); ++i) {
    out += util::format("{:>9}  by {}\n", counted(decided[i], "cell"),
                        rule_text(project, i));
  }
  for (const core::Effect& effect : module.effects) {
    out += util::format("claim {} where {} ({}:{})\n", one_line(effect.id),
                        one_line(effect.when.text()), one_line(effect.file),
                        effect.line);
  }
  return out;
}

}  // namespace heed::report
