#include "harness/run/run.h"

#include <algorithm>
#include <mutex>
#include <optional>

#include "harness/core/project.h"
#include "harness/util/assert.h"
#include "harness/util/parallel.h"

namespace heed::run {
namespace {

using core::Artifact;
using core::Suite;
using core::SuiteOutput;
using util::Error;
using util::Result;

/// The suites of one cell on their way: filled from several threads, each slot
/// by one.
struct Outputs {
  std::vector<std::optional<SuiteOutput>> slots;
  std::size_t missing = 0;
};

/// One suite of one cell.
struct Task {
  std::size_t cell = 0;
  std::size_t suite = 0;
};

/// Whether SUITE is meant for the settings of CELL.
bool applies(const Suite& suite, const core::Cell& cell) {
  if (suite.when.empty()) {
    return true;
  }
  const auto condition = core::Condition::parse(suite.when, false);
  ASSERT(condition.has_value());  // the target has read it
  const std::map<std::string, std::string> no_facts;
  return condition->holds(core::lookup_for(cell.values, "", no_facts));
}

class CellRuns {
 public:
  CellRuns(core::Target& target, std::span<const CellJob> jobs,
           const RunOptions& options, std::stop_token stop,
           const OnCell& on_cell)
      : target_(target),
        jobs_(jobs),
        options_(options),
        stop_(std::move(stop)),
        on_cell_(on_cell),
        outputs_(jobs.size()) {
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      const std::vector<Suite>& suites = jobs[i].artifact->suites;
      outputs_[i].slots.resize(suites.size());
      outputs_[i].missing = static_cast<std::size_t>(std::count_if(
          suites.begin(), suites.end(),
          [&](const Suite& suite) { return applies(suite, *jobs[i].cell); }));
    }
  }

  void run() {
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      if (outputs_[i].missing == 0) {
        on_cell_(i, {});
      }
    }
    // Build by build, so that results come in steadily.
    for (const Artifact* artifact : artifacts()) {
      run_together(tasks(artifact, false));
      run_alone(tasks(artifact, true));
    }
  }

 private:
  std::vector<const Artifact*> artifacts() const {
    std::vector<const Artifact*> found;
    for (const CellJob& job : jobs_) {
      if (std::find(found.begin(), found.end(), job.artifact) == found.end()) {
        found.push_back(job.artifact);
      }
    }
    return found;
  }

  std::vector<Task> tasks(const Artifact* artifact, bool is_timing) const {
    std::vector<Task> found;
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      if (jobs_[i].artifact != artifact) {
        continue;
      }
      const std::vector<Suite>& suites = jobs_[i].artifact->suites;
      for (std::size_t s = 0; s < suites.size(); ++s) {
        const auto kind = static_cast<std::size_t>(suites[s].kind);
        if (core::kSuiteKinds[kind].is_timing == is_timing &&
            applies(suites[s], *jobs_[i].cell)) {
          found.push_back({i, s});
        }
      }
    }
    return found;
  }

  void run_together(const std::vector<Task>& tasks) {
    util::for_each_parallel(tasks.size(), options_.jobs, stop_,
                            [&](std::size_t index) {
                              if (completes_cell(tasks[index])) {
                                hand_over(tasks[index].cell);
                              }
                            });
  }

  // Nothing else runs meanwhile, since time is measured: cells that are
  // complete wait for the last measurement.
  void run_alone(const std::vector<Task>& tasks) {
    std::vector<std::size_t> complete;
    util::for_each_parallel(tasks.size(), 1, stop_, [&](std::size_t index) {
      if (completes_cell(tasks[index])) {
        complete.push_back(tasks[index].cell);
      }
    });
    // Not stopped on request: what has run is kept.
    util::for_each_parallel(
        complete.size(), options_.jobs, {},
        [&](std::size_t index) { hand_over(complete[index]); });
  }

  // Runs a suite; true if it was the last one of its cell.
  bool completes_cell(const Task& task) {
    const CellJob& job = jobs_[task.cell];
    const Suite& suite = job.artifact->suites[task.suite];
    Result<SuiteOutput> output =
        target_.run(*job.artifact,
                    {.suite = suite,
                     .boot = job.cell->boot,
                     .folder = job.folder,
                     .timeout = options_.timeout,
                     .kill_grace = options_.kill_grace},
                    stop_);
    if (!output) {
      output = SuiteOutput{.suite = suite.name,
                           .kind = suite.kind,
                           .could_not_start = output.error().text()};
    }
    if (output->interrupted) {
      return false;
    }
    Outputs& outputs = outputs_[task.cell];
    const std::scoped_lock lock(mutex_);
    outputs.slots[task.suite] = *std::move(output);
    return --outputs.missing == 0;
  }

  void hand_over(std::size_t cell) {
    std::vector<SuiteOutput> all;
    for (std::optional<SuiteOutput>& slot : outputs_[cell].slots) {
      if (slot) {
        all.push_back(*std::move(slot));
      }
    }
    on_cell_(cell, std::move(all));
  }

  core::Target& target_;
  std::span<const CellJob> jobs_;
  const RunOptions& options_;
  std::stop_token stop_;
  const OnCell& on_cell_;
  std::mutex mutex_;  ///< guards outputs_ of cells that are not complete
  std::vector<Outputs> outputs_;
};

}  // namespace

Result<void> run_builds(core::Target& target,
                        std::span<const core::BuildSpec> builds,
                        const RunOptions& options, std::stop_token stop,
                        const OnBuilt& on_built) {
  std::mutex mutex;  // guards first_error and the calls of on_built
  std::optional<Error> first_error;
  const auto build_one = [&](std::size_t index, int jobs) {
    Result<Artifact> artifact = target.build(builds[index], jobs, stop);
    const std::scoped_lock lock(mutex);
    if (artifact) {
      if (!stop.stop_requested()) {
        on_built(*std::move(artifact));
      }
    } else if (!first_error) {
      first_error = artifact.error();
    }
  };
  if (!builds.empty() && !stop.stop_requested()) {
    build_one(0, options.jobs);
  }
  // The others find what the first compiled in the compiler's cache.
  const int others = static_cast<int>(builds.size()) - 1;
  const int width = std::clamp(options.jobs, 1, std::max(1, others));
  const int jobs_each = std::max(1, options.jobs / width);
  util::for_each_parallel(
      static_cast<std::size_t>(std::max(0, others)), width, stop,
      [&](std::size_t index) { build_one(index + 1, jobs_each); });
  if (first_error) {
    return tl::unexpected(*first_error);
  }
  return {};
}

Result<void> run_cells(core::Target& target, std::span<const CellJob> jobs,
                       const RunOptions& options, std::stop_token stop,
                       const OnCell& on_cell) {
  CellRuns(target, jobs, options, std::move(stop), on_cell).run();
  return {};
}

}  // namespace heed::run
