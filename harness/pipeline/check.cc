#include "harness/judge/judge.h"
#include "harness/pipeline/closing.h"
#include "harness/pipeline/pipeline.h"
#include "harness/pipeline/prepare.h"
#include "harness/pipeline/project_loader.h"
#include "harness/pipeline/reports.h"
#include "harness/report/json.h"
#include "harness/util/try.h"

namespace heed::pipeline {
namespace {

using core::ExitCode;

Attempt<core::RunRecord> latest_record(const record::History& history,
                                       const std::filesystem::path& out) {
  const auto text = history.latest_report();
  if (!text) {
    return failed(ExitCode::inconclusive, text.error());
  }
  if (!*text) {
    return failed(ExitCode::nothing_ran,
                  {.what = "there is nothing to judge",
                   .which = "in " + out.string(),
                   .why = "no run has ended there",
                   .where = "start one with `heed run`"});
  }
  const util::Result<util::Json> json = util::parse_json(**text, "report");
  if (!json) {
    return failed(ExitCode::inconclusive, json.error());
  }
  util::Result<core::RunRecord> record = report::run_record_from_report(*json);
  if (!record) {
    return failed(ExitCode::inconclusive, record.error());
  }
  return *std::move(record);
}

/// Judges RESULT again in its own terms; class and fingerprint stay.
void judge_again(const core::Project& project,
                 const std::vector<core::BuildResult>& builds,
                 core::CellResult& result) {
  if (result.suites.empty()) {
    return;
  }
  for (const core::BuildResult& build : builds) {
    if (build.artifact.build != result.cell.build.id) {
      continue;
    }
    std::vector<core::Observation> seen = build.observations;
    seen.insert(seen.end(), result.observations.begin(),
                result.observations.end());
    core::CellResult judged = judge::judge_cell({.project = project,
                                                 .cell = result.cell,
                                                 .artifact = build.artifact,
                                                 .suites = result.suites,
                                                 .observations = seen});
    result.decisions = std::move(judged.decisions);
    result.verdicts = std::move(judged.verdicts);
    result.cases = std::move(judged.cases);
    result.notices = std::move(judged.notices);
    result.status = judged.status;
  }
}

}  // namespace

Attempt<core::RunRecord> check(const Options& options,
                               const Services& services) {
  TRY_ASSIGN(const core::Project project, load_project(options));
  const std::filesystem::path out = out_folder(options, project);
  TRY_ASSIGN(record::History history, open_history(out));
  TRY_ASSIGN(core::RunRecord record, latest_record(history, out));
  util::Result<std::vector<core::CellResult>> stored =
      history.cells_of(record.id);
  if (!stored) {
    return failed(ExitCode::inconclusive, stored.error());
  }
  for (core::CellResult& result : record.cells) {
    for (core::CellResult& full : *stored) {
      if (full.cell.id == result.cell.id) {
        result = std::move(full);
        break;
      }
    }
    judge_again(project, record.builds, result);
  }
  judge::judge_neighbours(project, record.cells);
  record.findings = judge::attribute(project, record.builds, record.cells);
  close_record(options, services, record);
  write_reports(options, out, services, record);
  return record;
}

}  // namespace heed::pipeline
