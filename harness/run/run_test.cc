#include "harness/run/run.h"

#include <atomic>
#include <map>
#include <mutex>
#include <set>

#include <gtest/gtest.h>

namespace heed::run {
namespace {

using core::Artifact;
using core::Suite;
using core::SuiteKind;
using core::SuiteOutput;

/// Records what runs beside what; an output is the suite's name.
class RecordingTarget : public core::Target {
 public:
  std::string_view name() const override { return "recording"; }

  util::Result<core::Identity> identity(const std::string&) override {
    return core::Identity{};
  }

  util::Result<Artifact> build(const core::BuildSpec& spec, int jobs,
                               std::stop_token) override {
    const std::scoped_lock lock(mutex_);
    jobs_seen.insert(jobs);
    if (spec.id == "no-disk") {
      return tl::unexpected(util::Error{.what = "no space"});
    }
    return Artifact{.build = spec.id, .built = spec.id != "broken"};
  }

  util::Result<SuiteOutput> run(const Artifact&, const core::SuiteRun& run,
                                std::stop_token stop) override {
    const bool is_timing = run.suite.kind == SuiteKind::bench;
    const int beside = running_++;
    if (is_timing) {
      overlaps += beside;
      timing_running_ = true;
    } else if (timing_running_) {
      ++overlaps;
    }
    if (on_suite) {
      on_suite(run.suite.name);
    }
    SuiteOutput output{.suite = run.suite.name,
                       .kind = run.suite.kind,
                       .interrupted = stop.stop_requested()};
    if (is_timing) {
      timing_running_ = false;
    }
    --running_;
    if (run.suite.name == "absent") {
      return tl::unexpected(util::Error{.what = "no such program"});
    }
    return output;
  }

  std::atomic<int> overlaps{0};
  std::set<int> jobs_seen;
  std::function<void(const std::string&)> on_suite;

 private:
  std::mutex mutex_;
  std::atomic<int> running_{0};
  std::atomic<bool> timing_running_{false};
};

class RunCells : public testing::Test {
 protected:
  RunCells() {
    for (int b = 0; b < 2; ++b) {
      artifacts_.push_back(
          {.build = std::to_string(b),
           .built = true,
           .suites = {{.name = "test"},
                      {.name = "bench", .kind = SuiteKind::bench},
                      {.name = "boot", .kind = SuiteKind::boot}}});
    }
    cells_.resize(20);
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      jobs_.push_back(
          {.cell = &cells_[i], .artifact = &artifacts_[i % 2], .folder = ""});
    }
  }

  void run() {
    ASSERT_TRUE(run_cells(target_, jobs_, {.jobs = 4}, stop_.get_token(),
                          [&](std::size_t cell, std::vector<SuiteOutput> out) {
                            const std::scoped_lock lock(mutex_);
                            ++delivered_[cell];
                            last_ = std::move(out);
                          }));
  }

  std::vector<Artifact> artifacts_;
  std::vector<core::Cell> cells_;
  std::vector<CellJob> jobs_;
  RecordingTarget target_;
  std::stop_source stop_;
  std::mutex mutex_;  ///< guards what follows
  std::map<std::size_t, int> delivered_;
  std::vector<SuiteOutput> last_;
};

TEST_F(RunCells, DeliversEachCellOnceWithItsOutputsInOrder) {
  run();
  ASSERT_EQ(delivered_.size(), cells_.size());
  for (const auto& [cell, times] : delivered_) {
    EXPECT_EQ(times, 1) << cell;
  }
  ASSERT_EQ(last_.size(), 3U);
  EXPECT_EQ(last_[0].suite, "test");
  EXPECT_EQ(last_[1].suite, "bench");
  EXPECT_EQ(last_[2].suite, "boot");
}

TEST_F(RunCells, MeasuresTimeWithNothingBeside) {
  run();
  EXPECT_EQ(target_.overlaps, 0);
}

TEST_F(RunCells, HandsOverWhenTheMeasurementsOfABuildAreOver) {
  int measured = 0;
  target_.on_suite = [&](const std::string& suite) {
    if (suite == "bench") {
      ++measured;
    }
  };
  std::mutex mutex;
  std::set<int> seen;
  ASSERT_TRUE(run_cells(target_, jobs_, {.jobs = 4}, stop_.get_token(),
                        [&](std::size_t, const std::vector<SuiteOutput>&) {
                          const std::scoped_lock lock(mutex);
                          seen.insert(measured);
                        }));
  EXPECT_EQ(seen, (std::set<int>{10, 20}));
}

TEST_F(RunCells, SaysWhatCouldNotStart) {
  artifacts_[1].suites[0].name = "absent";
  run();
  ASSERT_EQ(delivered_.size(), cells_.size());
  EXPECT_EQ(last_[0].could_not_start, "no such program");
}

TEST_F(RunCells, DeliversACellWithoutSuitesEmpty) {
  artifacts_[0].suites.clear();
  artifacts_[1].suites.clear();
  run();
  EXPECT_EQ(delivered_.size(), cells_.size());
  EXPECT_TRUE(last_.empty());
}

TEST_F(RunCells, KeepsWhatWasCompleteWhenStopped) {
  std::atomic<int> suites{0};
  target_.on_suite = [&](const std::string& name) {
    if (name == "bench" && ++suites == 3) {
      stop_.request_stop();
    }
  };
  run();
  EXPECT_EQ(delivered_.size(), 2U);
}

TEST(RunBuilds, SharesTheProcessorsOutAndHearsOfEachOnce) {
  RecordingTarget target;
  std::vector<core::BuildSpec> builds(6);
  for (std::size_t i = 0; i < builds.size(); ++i) {
    builds[i].id = std::to_string(i);
  }
  builds[3].id = "broken";
  std::multiset<std::string> heard;
  ASSERT_TRUE(run_builds(target, builds, {.jobs = 4}, {},
                         [&](Artifact a) { heard.insert(a.build); }));
  EXPECT_EQ(heard,
            (std::multiset<std::string>{"0", "1", "2", "4", "5", "broken"}));
  EXPECT_EQ(target.jobs_seen, (std::set<int>{1, 4}));
  std::vector<core::BuildSpec> one(1);
  target.jobs_seen.clear();
  ASSERT_TRUE(run_builds(target, one, {.jobs = 4}, {}, [](Artifact) {}));
  EXPECT_EQ(target.jobs_seen, std::set<int>{4});
}

TEST(RunBuilds, PassesOnWhatHeedCannotOvercome) {
  RecordingTarget target;
  std::vector<core::BuildSpec> builds(2);
  builds[0].id = "no-disk";
  builds[1].id = "fine";
  int heard = 0;
  const auto done =
      run_builds(target, builds, {}, {}, [&](Artifact) { ++heard; });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().what, "no space");
  EXPECT_EQ(heard, 1);
}

}  // namespace
}  // namespace heed::run
