#include "harness/pipeline/closing.h"

#include <algorithm>
#include <csignal>

#include "harness/core/version.h"
#include "harness/judge/judge.h"
#include "harness/report/json.h"

namespace heed::pipeline {
namespace {

using core::CellClass;
using core::ExitCode;
using core::Finding;
using core::FindingKind;
using core::RunRecord;
using core::SuiteKind;

void count_cells(RunRecord& record) {
  core::Counts& counts = record.counts;
  counts.run = 0;
  counts.reused = 0;
  counts.inconclusive = 0;
  for (const core::CellResult& result : record.cells) {
    switch (result.cls) {
      case CellClass::run:
        ++counts.run;
        break;
      case CellClass::reused:
        ++counts.reused;
        break;
      case CellClass::inconclusive:
        ++counts.inconclusive;
        break;
    }
  }
}

std::string_view stage_of(SuiteKind kind) {
  switch (kind) {
    case SuiteKind::conformance:
      return "test";
    case SuiteKind::bench:
      return "benchmark";
    case SuiteKind::boot:
    case SuiteKind::instructions:
      return "boot";
  }
  return "";
}

void add_times(RunRecord& record) {
  auto& seconds = record.stage_seconds;
  seconds.clear();
  for (const core::BuildResult& build : record.builds) {
    seconds["configure"] += build.artifact.configure_seconds;
    seconds["build"] += build.artifact.build_seconds;
  }
  for (const core::CellResult& result : record.cells) {
    if (result.cls != CellClass::run) {
      continue;
    }
    for (const core::SuiteOutput& suite : result.suites) {
      seconds[std::string(stage_of(suite.kind))] += suite.seconds;
    }
  }
}

bool is_allowed(const Options& options, const RunRecord& record,
                const Finding& finding) {
  switch (finding.kind) {
    case FindingKind::lost_setting:
      return std::find(options.allow_lost.begin(), options.allow_lost.end(),
                       finding.setting) != options.allow_lost.end();
    case FindingKind::vacuous_pass:
      // A suite that executes nothing may be allowed, a module never.
      return options.no_tests != "fail" &&
             std::find(record.modules.begin(), record.modules.end(),
                       finding.module) == record.modules.end();
    case FindingKind::ignored_setting:
    case FindingKind::over_skipped:
    case FindingKind::leak:
    case FindingKind::regression:
    case FindingKind::improvement:
    case FindingKind::crash:
    case FindingKind::timeout:
    case FindingKind::inconclusive:
      return false;
  }
  return false;
}

std::set<ExitCode> codes_of(const Options& options, const Services& services,
                            const RunRecord& record) {
  std::vector<Finding> counted;
  std::copy_if(record.findings.begin(), record.findings.end(),
               std::back_inserter(counted), [&](const Finding& finding) {
                 return !is_allowed(options, record, finding);
               });
  std::set<ExitCode> codes =
      judge::exit_codes(counted, record.cells, record.builds);
  codes.erase(ExitCode::conforms);
  if (options.allow_inconclusive) {
    codes.erase(ExitCode::inconclusive);
  }
  if (record.cells.empty() && options.no_tests != "pass") {
    codes.insert(ExitCode::nothing_ran);
  }
  if (services.stop.stop_requested()) {
    codes.insert(services.signal && services.signal() == SIGTERM
                     ? ExitCode::terminated
                     : ExitCode::interrupted);
  }
  if (!record.counts.adds_up()) {
    codes.insert(ExitCode::internal);
  }
  if (codes.empty()) {
    codes.insert(ExitCode::conforms);
  }
  return codes;
}

}  // namespace

Attempt<RunRecord> open_record(const Prepared& prepared, const core::Plan& plan,
                               const Services& services,
                               record::History& history) {
  const auto now = services.clock();
  RunRecord record;
  record.id = util::compact_utc(now) + "-" + plan.digest.substr(0, 6);
  record.version = core::version();
  record.project = prepared.project.name;
  record.plan = plan.digest;
  record.strategy = plan.strategy;
  record.seed = plan.seed;
  record.settings = plan.settings;
  record.started = util::rfc3339(now);
  record.identity = prepared.identity;
  record.counts = plan.counts;
  record.left_out = plan.left_out;
  record.declared = prepared.expansion.axes;
  for (const core::Module& module : prepared.project.modules) {
    record.modules.push_back(module.name);
  }
  const util::Result<void> begun = history.begin_run(
      {.id = record.id, .plan = record.plan, .started = record.started});
  if (!begun) {
    return failed(ExitCode::inconclusive, begun.error());
  }
  return record;
}

void close_record(const Options& options, const Services& services,
                  RunRecord& record) {
  record.completed = util::rfc3339(services.clock());
  count_cells(record);
  add_times(record);
  record.exit_codes = codes_of(options, services, record);
}

Attempt<void> store_record(record::History& history, const RunRecord& record) {
  const util::Result<void> stored = history.finish_run(
      record.id, util::to_text(report::report_json(record), -1),
      static_cast<int>(core::strongest(record.exit_codes)));
  if (!stored) {
    return failed(ExitCode::inconclusive, stored.error());
  }
  return {};
}

}  // namespace heed::pipeline
