#include "harness/run/run.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "harness/run/pool.h"
#include "harness/util/try.h"

namespace heed::run {
namespace {

std::size_t processors(const RunOptions& options) {
  return static_cast<std::size_t>(std::max(options.jobs, 1));
}

bool is_timing(const core::Suite& suite) {
  return core::kSuiteKinds[static_cast<std::size_t>(suite.kind)].is_timing;
}

class CellRunner {
 public:
  CellRunner(core::Target& target, const RunOptions& options,
             const std::stop_token& stop)
      : target_(target), options_(options), stop_(stop) {}

  util::Result<std::vector<core::SuiteOutput>> run(const CellRun& cell) {
    std::vector<const core::Suite*> suites;
    for (const core::Suite& suite : cell.artifact.suites) {
      if (options_.kinds.contains(suite.kind)) {
        suites.push_back(&suite);
      }
    }
    std::vector<core::SuiteOutput> outputs(suites.size());
    for (const bool is_timing_turn : {false, true}) {
      for (std::size_t i = 0; i < suites.size(); ++i) {
        if (is_timing(*suites[i]) == is_timing_turn) {
          TRY_ASSIGN(outputs[i], run_suite(cell, *suites[i]));
        }
      }
    }
    return outputs;
  }

 private:
  util::Result<core::SuiteOutput> run_suite(const CellRun& cell,
                                            const core::Suite& suite) {
    const auto start = [&]() -> util::Result<core::SuiteOutput> {
      if (stop_.stop_requested()) {
        core::SuiteOutput output{.suite = suite.name, .kind = suite.kind};
        output.interrupted = true;
        return output;
      }
      return target_.run(
          cell.artifact,
          {.suite = suite,
           .boot = cell.cell.boot,
           .folder = options_.cells / core::folder_name(cell.cell),
           .timeout = options_.timeout,
           .kill_grace = options_.kill_grace},
          stop_);
    };
    return is_timing(suite) ? gate_.alone(start) : gate_.beside(start);
  }

  core::Target& target_;
  const RunOptions& options_;
  const std::stop_token& stop_;
  Gate gate_;
};

}  // namespace

util::Result<void> run_builds(core::Target& target,
                              const std::vector<core::BuildSpec>& builds,
                              const RunOptions& options,
                              const std::stop_token& stop,
                              const OnBuilt& on_built) {
  const std::size_t side_by_side =
      std::max<std::size_t>(std::min(processors(options), builds.size()), 1);
  const int share = static_cast<int>(processors(options) / side_by_side);
  std::mutex delivery;
  return for_each_index(builds.size(), side_by_side, stop,
                        [&](std::size_t index) -> util::Result<void> {
                          TRY_ASSIGN(core::Artifact artifact,
                                     target.build(builds[index], share, stop));
                          const std::lock_guard lock(delivery);
                          on_built(std::move(artifact));
                          return {};
                        });
}

util::Result<void> run_cells(core::Target& target,
                             const std::vector<CellRun>& cells,
                             const RunOptions& options,
                             const std::stop_token& stop,
                             const OnCell& on_cell) {
  CellRunner runner(target, options, stop);
  std::mutex delivery;
  return for_each_index(cells.size(), processors(options), stop,
                        [&](std::size_t index) -> util::Result<void> {
                          TRY_ASSIGN(std::vector<core::SuiteOutput> outputs,
                                     runner.run(cells[index]));
                          const std::lock_guard lock(delivery);
                          on_cell(cells[index], std::move(outputs));
                          return {};
                        });
}

}  // namespace heed::run
