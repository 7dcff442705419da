// heed run, check, report: a run, judged and shown.
#include <iostream>

#include "harness/cli/commands.h"
#include "harness/cli/session.h"
#include "harness/pipeline/pipeline.h"
#include "harness/pipeline/project_loader.h"
#include "harness/pipeline/reports.h"
#include "harness/pipeline/stored_record.h"

namespace heed::cli {
namespace {

using Line = pipeline::Attempt<core::RunRecord> (*)(const pipeline::Options&,
                                                    const pipeline::Services&);

int drive(const Request& request, Line line) {
  const Session session(request.options);
  const auto record = line(request.options, session.services());
  return record ? print_record(request.options, *record)
                : print_failure(record.error());
}

bool has_files(const pipeline::Options& options) {
  return !options.junit.empty() || !options.summary.empty() ||
         !options.metrics.empty();
}

}  // namespace

int cmd_run(const Request& request) {
  // A dry run is the plan: everything up to the first process.
  return request.options.dry_run ? cmd_plan(request)
                                 : drive(request, &pipeline::run);
}

int cmd_check(const Request& request) {
  return drive(request, &pipeline::check);
}

int cmd_report(const Request& request) {
  const Session session(request.options);
  const auto project = pipeline::load_project(request.options);
  if (!project) {
    return print_failure(project.error());
  }
  auto record =
      pipeline::stored_record(pipeline::out_folder(request.options, *project));
  if (!record) {
    return print_failure(record.error());
  }
  pipeline::drop_details(*record);
  const std::set<core::ExitCode> before = record->exit_codes;
  if (has_files(request.options)) {
    pipeline::write_reports(request.options,
                            pipeline::out_folder(request.options, *project),
                            session.services(), *record);
  }
  print_record(request.options, *record);
  // Rendering is what was asked for: how the run ended is in what it prints.
  return static_cast<int>(record->exit_codes == before
                              ? core::ExitCode::conforms
                              : core::ExitCode::inconclusive);
}

}  // namespace heed::cli
