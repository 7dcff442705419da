// heed explain: one cell, setting or module, or heed's own options.
#include <algorithm>
#include <iostream>

#include "harness/cli/commands.h"
#include "harness/cli/help.h"
#include "harness/cli/parse.h"
#include "harness/cli/session.h"
#include "harness/pipeline/project_loader.h"
#include "harness/pipeline/stored_record.h"
#include "harness/report/explain_text.h"
#include "harness/util/nearest.h"

namespace heed::cli {
namespace {

constexpr std::size_t kShortestId = 6;

int explain_options(Request request) {
  // Outside a project the built-in defaults are all there is.
  const auto project = pipeline::load_project(request.options);
  if (project) {
    const auto slice = pipeline::chosen_slice(request.options, *project);
    if (!slice) {
      return print_failure(slice.error());
    }
    settle_from_slice(request, *slice);
  }
  print_text(request.options, origins_text(request));
  return 0;
}

std::vector<core::Cell> all_cells(const core::Plan& plan) {
  std::vector<core::Cell> cells;
  for (const core::PlannedCell& planned : plan.cells) {
    cells.push_back(planned.cell);
  }
  for (const core::LeftOutCell& left_out : plan.left_out) {
    cells.push_back(left_out.cell);
  }
  return cells;
}

/// The one cell whose id begins with NAME, or whose name it is.
const core::Cell* find_cell(const std::vector<core::Cell>& cells,
                            const std::string& name) {
  const core::Cell* found = nullptr;
  for (const core::Cell& cell : cells) {
    const bool is_prefix =
        name.size() >= kShortestId && cell.id.starts_with(name);
    if (cell.name == name || cell.short_text == name) {
      return &cell;
    }
    if (is_prefix && found != nullptr) {
      return nullptr;
    }
    found = is_prefix ? &cell : found;
  }
  return found;
}

std::string cell_text(const Request& request, const core::Project& project,
                      const core::Cell& cell) {
  report::ExplainedCell explained{.cell = cell};
  const auto record =
      pipeline::stored_record(pipeline::out_folder(request.options, project));
  if (record) {
    for (const core::CellResult& result : record->cells) {
      explained.result = result.cell.id == cell.id ? &result : explained.result;
    }
    for (const core::BuildResult& build : record->builds) {
      const bool is_own = build.artifact.build == cell.build.id;
      explained.build = is_own ? &build : explained.build;
    }
  }
  return report::explain_cell(project, explained);
}

int unknown_name(const core::Project& project, const std::string& name) {
  std::vector<std::string> known;
  for (const core::Setting& setting : project.settings) {
    known.push_back(setting.name);
  }
  for (const core::Module& module : project.modules) {
    known.push_back(module.name);
  }
  return print_failure({core::ExitCode::usage,
                        {{.what = "there is no cell, setting or module",
                          .which = name,
                          .why = util::suggestion(name, known),
                          .where = "see `heed list`"}}});
}

}  // namespace

int cmd_explain(const Request& request) {
  if (request.explain_options) {
    return explain_options(request);
  }
  if (request.arguments.size() != 1) {
    return print_failure({core::ExitCode::usage,
                          {{.what = "explain takes one cell, setting or module",
                            .where = "see `heed explain --help`"}}});
  }
  const std::string& name = request.arguments.front();
  const auto project = pipeline::load_project(request.options);
  if (!project) {
    return print_failure(project.error());
  }
  if (const core::Setting* const setting = project->find_setting(name)) {
    print_text(request.options, report::explain_setting(*project, *setting));
    return 0;
  }
  const Session session(request.options);
  const auto planned = plan_cells(request.options, session.services());
  if (!planned) {
    return print_failure(planned.error());
  }
  if (const core::Module* const module = project->find_module(name)) {
    print_text(request.options,
               report::explain_module(*project, *module,
                                      planned->prepared.expansion.cells));
    return 0;
  }
  const std::vector<core::Cell> cells = all_cells(planned->plan);
  const core::Cell* const cell = find_cell(cells, name);
  if (cell == nullptr) {
    return unknown_name(*project, name);
  }
  print_text(request.options, cell_text(request, *project, *cell));
  return 0;
}

}  // namespace heed::cli
