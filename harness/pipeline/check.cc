#include <algorithm>

#include "harness/judge/judge.h"
#include "harness/matrix/select.h"
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

/// What RESULT is known for: a set of facts for each kind of finding in it.
std::vector<std::map<std::string, std::string>> facts_of(
    const core::CellResult& result) {
  const std::string status(
      core::kCellStatusNames.at(static_cast<std::size_t>(result.status)));
  std::set<std::string> kinds;
  for (const core::Verdict& verdict : result.verdicts) {
    if (verdict.status == core::VerdictStatus::violated) {
      kinds.emplace(core::row_of(verdict.kind).name);
    }
  }
  if (kinds.empty()) {
    kinds.emplace("");
  }
  std::vector<std::map<std::string, std::string>> sets;
  sets.reserve(kinds.size());
  for (const std::string& kind : kinds) {
    sets.push_back({{"@status", status}, {"@finding", kind}});
  }
  return sets;
}

bool has_prefix(const core::CellResult& result,
                const std::vector<std::string>& prefixes) {
  return std::ranges::any_of(prefixes, [&](const std::string& prefix) {
    return result.cell.id.starts_with(prefix);
  });
}

/// Keeps the cells that are asked for; the others count as excluded.
Attempt<void> narrow(const Options& options, const core::Project& project,
                     core::RunRecord& record) {
  core::Expansion all;
  matrix::CellFacts facts;
  for (const core::CellResult& result : record.cells) {
    all.cells.push_back(result.cell);
    facts[result.cell.id] = facts_of(result);
  }
  const auto kept =
      matrix::select(project, std::move(all), options.select, facts);
  if (!kept) {
    return failed(core::ExitCode::usage, kept.error());
  }
  record.counts.excluded +=
      std::erase_if(record.cells, [&](const core::CellResult& result) {
        const bool is_kept = std::ranges::any_of(
            kept->cells,
            [&](const core::Cell& cell) { return cell.id == result.cell.id; });
        return !is_kept ||
               (!options.cells.empty() && !has_prefix(result, options.cells));
      });
  return {};
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
  // Neighbours were compared in the whole run; what is shown may be less.
  if (Attempt<void> narrowed = narrow(options, project, record); !narrowed) {
    return tl::unexpected(narrowed.error());
  }
  record.findings = judge::attribute(project, record.builds, record.cells);
  drop_details(record);
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
