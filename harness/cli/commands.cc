#include "harness/cli/commands.h"

#include <algorithm>

namespace heed::cli {
namespace {

const std::vector<CommandRow>& rows() {
  static const std::vector<CommandRow> kRows = {
      {"list",
       "[SELECT...]",
       true,
       "cells that would run, or would not",
       {Group::list, Group::select, Group::sample},
       {"heed list --tree -m kdf_sp800108", "heed list --why-not",
        "heed list --settings"},
       &cmd_list},
      {"plan",
       "[SELECT...]",
       true,
       "count and order the cells, write the plan; starts nothing",
       {Group::plan, Group::select, Group::sample},
       {"heed plan --strategy full -m kdf_sp800108", "heed plan -o plan.json"},
       &cmd_plan},
      {"run",
       "[SELECT...]",
       true,
       "configure, build, boot, test, measure, judge, record, report",
       {Group::select, Group::sample, Group::run, Group::see, Group::strictness,
        Group::reports},
       {"heed run -m kdf_sp800108", "heed run 'notests=1 & fips=0'",
        "heed run --cell 3f9a1c --fresh",
        "heed run --ci --junit junit.xml --metrics heed.prom"},
       &cmd_run},
      {"check",
       "[SELECT...]",
       true,
       "judge again from stored observations; nothing is built",
       {Group::select, Group::strictness, Group::reports},
       {"heed check", "heed check '@status=failed'", "heed check --json"},
       &cmd_check},
      {"report",
       "",
       false,
       "render any format again from the stored run; runs nothing",
       {Group::reports},
       {"heed report", "heed report --junit junit.xml", "heed report --json"},
       &cmd_report},
      {"explain",
       "CELL|SETTING|MODULE",
       false,
       "requested, passed, cached, loaded, behaved; which rule decided",
       {Group::explain, Group::sample},
       {"heed explain 3f9a1c", "heed explain notests",
        "heed explain kdf_sp800108", "heed explain --options"},
       &cmd_explain},
      {"mutate",
       "[FAULT...]",
       false,
       "apply each seeded fault to a copy and demand its finding",
       {Group::run},
       {"heed mutate", "heed mutate kdf/late-gate"},
       &cmd_mutate},
      {"doctor",
       "",
       false,
       "what heed needs, what is missing, what follows",
       {},
       {"heed doctor", "heed doctor --json"},
       &cmd_doctor},
  };
  return kRows;
}

}  // namespace

std::span<const CommandRow> commands() { return rows(); }

const CommandRow* find_command(std::string_view name) {
  const auto place = std::ranges::find(rows(), name, &CommandRow::name);
  return place == rows().end() ? nullptr : &*place;
}

}  // namespace heed::cli
