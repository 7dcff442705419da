#include "harness/pipeline/cells.h"

#include <algorithm>
#include <mutex>
#include <set>
#include <thread>

#include "harness/core/version.h"
#include "harness/judge/judge.h"
#include "harness/pipeline/cell_files.h"
#include "harness/pipeline/evidence.h"
#include "harness/plan/fingerprint.h"
#include "harness/run/run.h"
#include "harness/util/file.h"
#include "harness/util/parallel.h"

namespace heed::pipeline {
namespace {

using core::Artifact;
using core::BuildResult;
using core::Cell;
using core::CellClass;
using core::CellResult;
using core::CellStatus;
using core::PlannedCell;
using core::SuiteOutput;
using util::Result;

run::RunOptions run_options(const Options& options) {
  const int allowed =
      std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return {.jobs = options.jobs > 0 ? options.jobs : allowed,
          .timeout = options.timeout,
          .kill_grace = options.kill_grace};
}

/// The cells of a run on their way to a verdict. Filled by callbacks in several
/// threads; `results_` is by cell id.
class Cells {
 public:
  Cells(const CellWork& work, const std::vector<BuildResult>& builds)
      : work_(work) {
    for (const BuildResult& build : builds) {
      builds_[build.artifact.build] = &build;
    }
  }

  /// Settles the cells that need no run: those whose build failed, and those
  /// whose result is known.
  void settle_without_running() {
    const std::vector<PlannedCell>& cells = work_.plan.cells;
    std::vector<std::optional<CellResult>> remaining(cells.size());
    const auto settle_one = [&](std::size_t i) {
      remaining[i] = settled_or_remaining(cells[i].cell);
    };
    // Not stopped on request: it takes seconds, and what is known is kept.
    util::for_each_parallel(cells.size(), run_options(work_.options).jobs, {},
                            settle_one);
    for (std::optional<CellResult>& result : remaining) {
      if (result) {
        to_run_.push_back(*std::move(result));
      }
    }
  }

  void run() {
    std::vector<run::CellJob> jobs;
    for (const CellResult& result : to_run_) {
      jobs.push_back({.cell = &result.cell,
                      .artifact = &build_of(result.cell)->artifact,
                      .folder = cell_folder(work_.prepared.out, result.cell)});
    }
    const Result<void> done = run::run_cells(
        work_.target, jobs, run_options(work_.options), work_.services.stop,
        [&](std::size_t index, std::vector<SuiteOutput> outputs) {
          deliver(std::move(to_run_[index]), std::move(outputs));
        });
    if (!done && !error_) {
      error_ = done.error();
    }
  }

  /// Every planned cell once, in table order; a cell that was not reached is
  /// inconclusive.
  Attempt<std::vector<CellResult>> take() {
    if (error_) {
      return failed(core::ExitCode::inconclusive, *error_);
    }
    std::vector<CellResult> ordered;
    std::set<std::string> planned;
    for (const PlannedCell& row : work_.plan.cells) {
      planned.insert(row.cell.id);
    }
    for (const Cell& cell : work_.prepared.expansion.cells) {
      if (!planned.contains(cell.id)) {
        continue;
      }
      const auto found = results_.find(cell.id);
      ordered.push_back(found != results_.end()
                            ? std::move(found->second)
                            : CellResult{.cell = cell,
                                         .cls = CellClass::inconclusive,
                                         .reason = "not-started"});
    }
    return ordered;
  }

 private:
  const BuildResult* build_of(const Cell& cell) const {
    const auto found = builds_.find(cell.build.id);
    return found == builds_.end() ? nullptr : found->second;
  }

  /// Settles CELL without running it, or returns what has to be run.
  std::optional<CellResult> settled_or_remaining(const Cell& cell) {
    CellResult result{.cell = cell};
    const BuildResult* build = build_of(cell);
    if (build == nullptr || !build->artifact.built) {
      settle_unbuilt(std::move(result), build);
      return std::nullopt;
    }
    result.fingerprint = plan::fingerprint(build->artifact, cell.boot,
                                           std::string(core::version()));
    if (reuse(result)) {
      return std::nullopt;
    }
    return result;
  }

  void settle_unbuilt(CellResult result, const BuildResult* build) {
    if (build == nullptr || build->artifact.unavailable) {
      result.cls = CellClass::inconclusive;
      result.reason = build == nullptr ? "not-started" : "unavailable";
    } else {
      result.status = CellStatus::build_failed;
    }
    settle(std::move(result));
  }

  /// Takes a stored result with the same fingerprint, judged afresh: rules may
  /// have changed where binaries have not.
  bool reuse(CellResult& result) {
    if (!work_.options.reuse || work_.options.fresh) {
      return false;
    }
    Result<std::optional<CellResult>> stored =
        work_.history.stored(result.cell.id, result.fingerprint);
    if (!stored || !*stored) {
      return false;
    }
    CellResult known = **std::move(stored);
    known.cell = result.cell;
    known.fingerprint = result.fingerprint;
    known.cls = CellClass::reused;
    known.reason = "same-as:" + result.cell.id;
    judge(known);
    settle(std::move(known));
    return true;
  }

  void deliver(CellResult result, std::vector<SuiteOutput> outputs) {
    std::vector<core::EvidenceFile> files;
    for (const SuiteOutput& output : outputs) {
      files.insert(files.end(), output.files.begin(), output.files.end());
      result.run_seconds += output.seconds;
    }
    result.suites = std::move(outputs);
    result.observations = observe_files(files);
    judge(result);
    settle(std::move(result));
  }

  /// Puts the verdicts on the cell's suites and observations into RESULT.
  void judge(CellResult& result) const {
    const BuildResult& build = *build_of(result.cell);
    std::vector<core::Observation> seen = expected_names(build);
    seen.insert(seen.end(), result.observations.begin(),
                result.observations.end());
    CellResult judged = judge::judge_cell({.project = work_.prepared.project,
                                           .cell = result.cell,
                                           .artifact = build.artifact,
                                           .suites = result.suites,
                                           .observations = seen});
    const bool is_reused = result.cls == CellClass::reused;
    result.decisions = std::move(judged.decisions);
    result.verdicts = std::move(judged.verdicts);
    result.cases = std::move(judged.cases);
    result.notices = std::move(judged.notices);
    result.status = judged.status;
    if (!is_reused || judged.cls == CellClass::inconclusive) {
      result.cls = judged.cls;
      result.reason = judged.reason;
    }
    result.build_seconds = build.artifact.build_seconds;
  }

  /// What the suites of a build should execute: listed once for all cells.
  static std::vector<core::Observation> expected_names(
      const BuildResult& build) {
    std::vector<core::Observation> names;
    std::copy_if(build.observations.begin(), build.observations.end(),
                 std::back_inserter(names), [](const core::Observation& o) {
                   return o.metric == "expected_case" ||
                          o.metric == "expected_benchmark";
                 });
    return names;
  }

  void settle(CellResult result) {
    util::Json json = core::to_json(result);
    const Result<void> stored =
        work_.history.append(work_.run_id, result, json);
    const Result<void> written = write_cell_files(
        work_.prepared, result, build_of(result.cell), std::move(json));
    const std::scoped_lock lock(mutex_);
    for (const Result<void>* step : {&written, &stored}) {
      if (!*step && !error_) {
        error_ = step->error();
      }
    }
    work_.services.progress.cell_done(result);
    results_[result.cell.id] = std::move(result);
  }

  const CellWork& work_;
  std::map<std::string, const BuildResult*> builds_;
  std::vector<CellResult> to_run_;
  std::mutex mutex_;  ///< guards what follows
  std::map<std::string, CellResult> results_;
  std::optional<util::Error> error_;
};

}  // namespace

std::filesystem::path cell_folder(const std::filesystem::path& out,
                                  const Cell& cell) {
  return out / "cells" / core::folder_name(cell);
}

Attempt<std::vector<BuildResult>> build_all(const CellWork& work) {
  std::vector<BuildResult> builds;
  const Result<void> done = run::run_builds(
      work.target, work.plan.builds, run_options(work.options),
      work.services.stop, [&](Artifact artifact) {
        BuildResult build{.artifact = std::move(artifact)};
        build.observations = observe_files(build.artifact.evidence);
        work.services.progress.built(build);
        builds.push_back(std::move(build));
      });
  if (!done) {
    return failed(core::ExitCode::inconclusive, done.error());
  }
  std::sort(builds.begin(), builds.end(),
            [](const BuildResult& a, const BuildResult& b) {
              return a.artifact.build < b.artifact.build;
            });
  return builds;
}

Attempt<std::vector<CellResult>> run_cells(
    const CellWork& work, const std::vector<BuildResult>& builds) {
  Cells cells(work, builds);
  cells.settle_without_running();
  cells.run();
  return cells.take();
}

}  // namespace heed::pipeline
