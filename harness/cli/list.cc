// heed list, heed plan: the cells, before anything is started.
#include <iostream>

#include "harness/cli/commands.h"
#include "harness/cli/session.h"
#include "harness/pipeline/project_loader.h"
#include "harness/report/console.h"
#include "harness/report/list_text.h"
#include "harness/report/plan_json.h"
#include "harness/report/text.h"
#include "harness/util/file.h"

namespace heed::cli {
namespace {

/// What the project declares; needs no compiler.
int list_project(const Request& request) {
  const auto project = pipeline::load_project(request.options);
  if (!project) {
    return print_failure(project.error());
  }
  print_text(request.options,
             (request.settings ? report::settings_text(*project) : "") +
                 (request.modules ? report::modules_text(*project) : ""));
  return 0;
}

std::string list_text(const Request& request, const Planned& planned) {
  if (request.options.json) {
    return util::to_text(report::plan_json(planned.plan)) + "\n";
  }
  if (request.why_not) {
    return report::why_not_text(*planned.project, planned.plan.left_out);
  }
  return request.tree ? report::tree_text(planned.plan)
                      : report::cells_text(planned.plan);
}

/// A selection that matches nothing is no success.
int code_of(const core::Plan& plan) {
  return static_cast<int>(plan.cells.empty() ? core::ExitCode::nothing_ran
                                             : core::ExitCode::conforms);
}

std::string plan_text(const Planned& planned) {
  return report::plan_line(planned.plan) + "\n" +
         report::decision_summary(*planned.project,
                                  planned.prepared.expansion.cells,
                                  planned.prepared.expansion.axes) +
         report::identity_text(planned.plan.counts) + "\n";
}

}  // namespace

int cmd_list(const Request& request) {
  if (request.settings || request.modules) {
    return list_project(request);
  }
  const Session session(request.options);
  const auto planned = plan_cells(request.options, session.services());
  if (!planned) {
    return print_failure(planned.error());
  }
  std::cout << list_text(request, *planned) << std::flush;
  return code_of(planned->plan);
}

int cmd_plan(const Request& request) {
  const Session session(request.options);
  const auto planned = plan_cells(request.options, session.services());
  if (!planned) {
    return print_failure(planned.error());
  }
  const std::string json =
      util::to_text(report::plan_json(planned->plan)) + "\n";
  if (!request.plan_file.empty()) {
    const auto written = util::write_file(request.plan_file, json);
    if (!written) {
      return print_failure({core::ExitCode::inconclusive, {written.error()}});
    }
  }
  std::cout << (request.options.json ? json : plan_text(*planned))
            << std::flush;
  return code_of(planned->plan);
}

}  // namespace heed::cli
