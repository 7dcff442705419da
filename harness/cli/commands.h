#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "harness/cli/options.h"
#include "harness/cli/request.h"

namespace heed::cli {

// What each command does; one file each. They return heed's exit code, print
// results on standard output and everything else on standard error.
int cmd_list(const Request& request);
int cmd_plan(const Request& request);
int cmd_run(const Request& request);
int cmd_check(const Request& request);
int cmd_report(const Request& request);
int cmd_explain(const Request& request);
int cmd_mutate(const Request& request);
int cmd_doctor(const Request& request);

/// One command of heed.
struct CommandRow {
  std::string_view name;
  std::string_view arguments;  ///< "[SELECT…]"; "" when it takes none
  bool selects;                ///< the arguments are selections
  std::string_view help;
  std::vector<Group> groups;  ///< of options, besides the global ones
  std::vector<std::string_view> examples;
  int (*handler)(const Request& request);
};

/// Every command, in the order of help.
[[nodiscard]] std::span<const CommandRow> commands();

/// The row of NAME; nullptr when there is none.
[[nodiscard]] const CommandRow* find_command(std::string_view name);

}  // namespace heed::cli
