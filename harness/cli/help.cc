#include "harness/cli/help.h"

#include <algorithm>

#include "harness/core/exit_code.h"
#include "harness/util/format.h"
#include "harness/util/text_table.h"

namespace heed::cli {
namespace {

constexpr std::size_t kTextColumn = 30;

std::string option_text(const OptionRow& row) {
  return util::format("{:<3} {}{}{}", row.letter.empty() ? "" : row.letter,
                      row.name, row.argument.empty() ? "" : " ", row.argument);
}

/// LABEL, and HELP beside it, or below it where LABEL is too long.
std::string entry(const std::string& label, const std::string& help) {
  const std::string first = "  " + label;
  if (first.size() + 2 > kTextColumn) {
    return util::format("{}\n{:<{}}{}\n", first, "", kTextColumn, help);
  }
  return util::format("{:<{}}{}\n", first, kTextColumn, help);
}

std::string options_text(Group group) {
  const auto* const title = std::ranges::find(kGroups, group, &GroupRow::group);
  std::string out = util::format("\n{} options:\n", title->title);
  for (const OptionRow& row : options()) {
    if (row.group == group) {
      out += entry(option_text(row), std::string(row.help));
      if (!row.built_in.empty()) {
        out +=
            util::format("{:<{}}default: {}\n", "", kTextColumn, row.built_in);
      }
    }
  }
  return out;
}

}  // namespace

std::string help_text() {
  std::string out =
      "heed: does every module heed its settings?\n\n"
      "usage: heed [OPTION...] COMMAND [OPTION...] [ARGUMENT...]\n\n"
      "Commands:\n";
  for (const CommandRow& command : commands()) {
    out += entry(std::string(command.name), std::string(command.help));
  }
  out += options_text(Group::global);
  out += "\nExit codes:\n";
  for (const core::ExitCodeRow& row : core::kExitCodes) {
    out += entry(std::to_string(static_cast<int>(row.code)),
                 std::string(row.meaning));
  }
  return out +
         "\nEach option is also read from HEED_<OPTION>, as "
         "HEED_MAX_CELLS=64.\n"
         "`heed COMMAND --help` says more.\n";
}

std::string help_text(const CommandRow& command) {
  std::string out =
      util::format("heed {}: {}\n\nusage: heed {} [OPTION...]{}{}\n",
                   command.name, command.help, command.name,
                   command.arguments.empty() ? "" : " ", command.arguments);
  if (command.selects) {
    out +=
        "\nSELECT is a condition, as `notests=1 & fips=0`, or a part of a\n"
        "cell's name; of several, one must hold.\n";
  }
  for (const GroupRow& group : kGroups) {
    if (group.group == Group::global ||
        std::ranges::find(command.groups, group.group) !=
            command.groups.end()) {
      out += options_text(group.group);
    }
  }
  out += "\nExamples:\n";
  for (const std::string_view example : command.examples) {
    out += util::format("  {}\n", example);
  }
  return out;
}

std::string origins_text(const Request& request) {
  using Align = util::TextTable::Align;
  util::TextTable table({Align::left, Align::left, Align::left});
  table.add({"option", "value", "origin"});
  for (const auto& [name, settled] : request.settled) {
    table.add({name, settled.value.empty() ? "-" : settled.value,
               std::string(
                   kOriginNames.at(static_cast<std::size_t>(settled.origin)))});
  }
  return table.text();
}

}  // namespace heed::cli
