// The commands that run the line or parts of it: run, check, mutate.
#include <algorithm>
#include <cstdio>
#include <iostream>

#include "harness/cli/commands.h"
#include "harness/cli/progress.h"
#include "harness/cli/signals.h"
#include "harness/pipeline/mutate.h"
#include "harness/pipeline/pipeline.h"
#include "harness/pipeline/reports.h"
#include "harness/util/format.h"

namespace heed::cli {
namespace {

using core::ExitCode;
using util::format;
using util::Json;

int end_with(ExitCode code) { return static_cast<int>(code); }

int fail(const pipeline::Failure& failure) {
  for (const util::Error& error : failure.errors) {
    std::fprintf(stderr, "heed: %s\n", error.text().c_str());
  }
  return end_with(failure.code);
}

/// What one call of heed works with. Signals come first: threads that are
/// started later inherit what it blocks.
struct Session {
  explicit Session(const pipeline::Options& options)
      : runner(util::make_command_runner()),
        progress(make_progress(options)),
        services{.runner = *runner,
                 .clock = [] { return std::chrono::system_clock::now(); },
                 .stop = signals.stop(),
                 .signal = [this] { return signals.first(); },
                 .progress = *progress} {}

  Signals signals;
  std::unique_ptr<util::CommandRunner> runner;
  std::unique_ptr<pipeline::Progress> progress;
  pipeline::Services services;
};

int show(const Request& request,
         const pipeline::Attempt<core::RunRecord>& record) {
  if (!record) {
    return fail(record.error());
  }
  std::cout << pipeline::report_text(
                   request.options.json ? "json" : "console", *record)
            << std::flush;
  if (!request.options.annotations.empty()) {
    std::cout << pipeline::report_text("annotations", *record) << std::flush;
  }
  return end_with(core::strongest(record->exit_codes));
}

void print_trial(const pipeline::FaultTrial& trial) {
  std::cout << format(
      "{:<13} {:<34} {:>3} cells ({} reused)  {:.1f}s\n",
      pipeline::kFaultResultNames[static_cast<std::size_t>(
          trial.outcome.result)],
      trial.fault.name, trial.cells, trial.reused, trial.seconds);
  for (const std::string& complaint : trial.outcome.complaints) {
    std::cout << "              " << complaint << "\n";
  }
  std::cout << std::flush;
}

Json json_of(const pipeline::Mutation& mutation) {
  Json faults = Json::array();
  for (const pipeline::FaultTrial& trial : mutation.trials) {
    faults.push_back({{"name", trial.fault.name},
                      {"result", pipeline::kFaultResultNames[
                                     static_cast<std::size_t>(
                                         trial.outcome.result)]},
                      {"cells", trial.cells},
                      {"reused", trial.reused},
                      {"seconds", trial.seconds},
                      {"complaints", trial.outcome.complaints}});
  }
  return {{"schema", "heed-mutation-1"},
          {"exit", end_with(mutation.code)},
          {"clean_findings", mutation.clean.size()},
          {"faults", faults}};
}

void print_summary(const pipeline::Mutation& mutation) {
  const auto caught = std::count_if(
      mutation.trials.begin(), mutation.trials.end(), [](const auto& trial) {
        return trial.outcome.result == pipeline::FaultResult::caught;
      });
  std::cout << format(
      "faults {}  caught {}  findings without a fault {}    exit {}\n",
      mutation.trials.size(), caught, mutation.clean.size(),
      end_with(mutation.code));
  for (const core::Finding& finding : mutation.clean) {
    std::cout << format("without a fault: {} {} {}\n",
                        core::row_of(finding.kind).name, finding.module,
                        finding.setting);
  }
}

}  // namespace

int cmd_run(const Request& request) {
  Session session(request.options);
  const auto record = pipeline::run(request.options, session.services);
  session.progress.reset();
  return show(request, record);
}

int cmd_check(const Request& request) {
  Session session(request.options);
  return show(request, pipeline::check(request.options, session.services));
}

int cmd_mutate(const Request& request) {
  pipeline::Options options = request.options;
  // The runs inside are many: their progress would drown the trials.
  options.progress = "none";
  Session session(options);
  const bool is_plain = !request.options.json;
  const auto mutation = pipeline::mutate(
      options, request.arguments, session.services,
      [&](const pipeline::FaultTrial& trial) {
        if (is_plain) {
          print_trial(trial);
        }
      });
  if (!mutation) {
    return fail(mutation.error());
  }
  if (is_plain) {
    print_summary(*mutation);
  } else {
    std::cout << util::to_text(json_of(*mutation)) << "\n" << std::flush;
  }
  return end_with(mutation->code);
}

}  // namespace heed::cli
