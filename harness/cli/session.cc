#include "harness/cli/session.h"

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <sstream>

#include <unistd.h>

#include "harness/cli/progress.h"
#include "harness/pipeline/project_loader.h"
#include "harness/plan/plan.h"
#include "harness/report/console.h"
#include "harness/report/json.h"
#include "harness/report/reporters.h"
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

/// The plan with what history knows. Looking needs no history: without one the
/// order is that of the table, and a person is told why.
core::Plan plan_to_look_at(const pipeline::Prepared& prepared) {
  auto history = pipeline::open_history(prepared.out);
  if (history) {
    auto plan = pipeline::make_plan(prepared, *history);
    if (plan) {
      return *std::move(plan);
    }
    history = tl::unexpected(std::move(plan).error());
  }
  for (const util::Error& error : history.error().errors) {
    std::cerr << "heed: without history: " << error.text() << '\n';
  }
  return plan::make_plan(prepared.expansion, {});
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
  core::Plan plan = plan_to_look_at(prepared);
  return Planned{std::move(owned), std::move(prepared), std::move(plan)};
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
    report::find_reporter("annotations")
        ->make()
        ->write(record, options.json ? std::cerr : std::cout);
  }
  std::cout.flush();
  return static_cast<int>(core::strongest(record.exit_codes));
}

void print_text(const pipeline::Options& options, const std::string& text) {
  if (!options.json) {
    std::cout << text << std::flush;
    return;
  }
  util::Json lines = util::Json::array();
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    lines.push_back(line);
  }
  std::cout << util::to_text(util::Json{{"lines", lines}}) << '\n'
            << std::flush;
}

int print_failure(const pipeline::Failure& failure) {
  for (const util::Error& error : failure.errors) {
    std::cerr << "heed: " << error.text() << '\n';
  }
  return static_cast<int>(failure.code);
}

}  // namespace heed::cli
