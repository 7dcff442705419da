#include "harness/judge/judge.h"
#include "harness/pipeline/closing.h"
#include "harness/pipeline/pipeline.h"
#include "harness/pipeline/project_loader.h"
#include "harness/pipeline/reports.h"
#include "harness/pipeline/stored_record.h"
#include "harness/util/try.h"

namespace heed::pipeline {
namespace {

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
  TRY_ASSIGN(core::RunRecord record, stored_record(out));
  for (core::CellResult& result : record.cells) {
    judge_again(project, record.builds, result);
  }
  judge::judge_neighbours(project, record.cells);
  record.findings = judge::attribute(project, record.builds, record.cells);
  // When and how the run ended stays what it was.
  const std::string completed = record.completed;
  const std::set<core::ExitCode> before = record.exit_codes;
  close_record(options, services, record);
  record.completed = completed;
  for (const core::ExitCode code :
       {core::ExitCode::interrupted, core::ExitCode::terminated}) {
    if (before.contains(code)) {
      record.exit_codes.erase(core::ExitCode::conforms);
      record.exit_codes.insert(code);
    }
  }
  write_reports(options, out, services, record);
  return record;
}

}  // namespace heed::pipeline
