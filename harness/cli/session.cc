#include "harness/cli/session.h"

#include <chrono>
#include <cstdlib>
#include <iostream>

#include <unistd.h>

#include "harness/cli/progress.h"
#include "harness/pipeline/project_loader.h"
#include "harness/report/console.h"
#include "harness/report/json.h"
#include "harness/report/reporters.h"
#include "harness/util/file.h"
#include "harness/util/json.h"
#include "harness/util/try.h"

namespace heed::cli {
namespace {

bool has_color(const pipeline::Options& options) {
  if (options.color != "auto") {
    return options.color == "always";
  }
  return std::getenv("NO_COLOR") == nullptr && isatty(STDOUT_FILENO) != 0;
}

}  // namespace

Session::Session(const pipeline::Options& options)
    : runner_(util::make_command_runner()),
      progress_(make_progress(options)),
      services_{.runner = *runner_,
                .clock = [] { return std::chrono::system_clock::now(); },
                .stop = signals_.stop(),
                .signal = [this] { return signals_.first(); },
                .progress = *progress_} {}

pipeline::Attempt<Planned> plan_cells(const pipeline::Options& options,
                                      const pipeline::Services& services) {
  TRY_ASSIGN(core::Project project, pipeline::load_project(options));
  auto owned = std::make_unique<core::Project>(std::move(project));
  TRY_ASSIGN(const std::unique_ptr<core::Target> target,
             pipeline::open_target(options, *owned, services));
  TRY_ASSIGN(pipeline::Prepared prepared,
             pipeline::prepare(options, *owned, *target));
  TRY_ASSIGN(record::History history, pipeline::open_history(prepared.out));
  TRY_ASSIGN(core::Plan plan, pipeline::make_plan(prepared, history));
  return Planned{std::move(owned), std::move(prepared), std::move(plan)};
}

pipeline::Attempt<core::RunRecord> last_record(const pipeline::Options& options,
                                               const core::Project& project) {
  const std::filesystem::path file =
      pipeline::out_folder(options, project) / "report.json";
  const util::Result<std::string> text = util::read_file(file);
  if (!text) {
    return pipeline::failed(core::ExitCode::nothing_ran,
                            {.what = "there is no report of a run",
                             .which = file.string(),
                             .why = text.error().why,
                             .where = "`heed run` makes one"});
  }
  const auto json = util::parse_json(*text, file.string());
  if (!json) {
    return pipeline::failed(core::ExitCode::inconclusive, json.error());
  }
  auto record = report::run_record_from_report(*json);
  if (!record) {
    util::Error error = record.error();
    error.which = file.string();
    return pipeline::failed(core::ExitCode::inconclusive, std::move(error));
  }
  return *std::move(record);
}

int print_record(const pipeline::Options& options,
                 const core::RunRecord& record) {
  if (options.json) {
    report::make_json_reporter()->write(record, std::cout);
  } else {
    report::make_console_reporter({.color = has_color(options)})
        ->write(record, std::cout);
  }
  if (!options.annotations.empty()) {
    report::find_reporter("annotations")->make()->write(record, std::cout);
  }
  std::cout.flush();
  return static_cast<int>(core::strongest(record.exit_codes));
}

int print_failure(const pipeline::Failure& failure) {
  for (const util::Error& error : failure.errors) {
    std::cerr << "heed: " << error.text() << '\n';
  }
  return static_cast<int>(failure.code);
}

}  // namespace heed::cli
