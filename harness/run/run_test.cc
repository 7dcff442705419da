#include "harness/run/run.h"

#include <algorithm>
#include <atomic>
#include <barrier>
#include <map>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>

#include "harness/run/pool.h"

namespace heed::run {
namespace {

using core::SuiteKind;

// Stands in for a target: records what runs beside what.
class FakeTarget final : public core::Target {
 public:
  [[nodiscard]] std::string_view name() const override { return "fake"; }

  util::Result<core::Identity> identity(const std::string&) override {
    return core::Identity{};
  }

  util::Result<core::Artifact> build(const core::BuildSpec& spec, int jobs,
                                     std::stop_token) override {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(jobs);
    if (spec.id == failing_build_) {
      return tl::unexpected(
          util::Error{"cannot write build", spec.id, "disk full", ""});
    }
    return core::Artifact{.build = spec.id, .built = true};
  }

  util::Result<core::SuiteOutput> run(const core::Artifact&,
                                      const core::SuiteRun& run,
                                      std::stop_token) override {
    const bool is_timing = run.suite.kind == SuiteKind::bench;
    const int others = running_++;
    const int timing = timing_ += is_timing ? 1 : 0;
    overlaps_ += timing > 0 && others > 0 ? 1 : 0;
    if (on_run_) {
      on_run_(run);
    }
    std::this_thread::yield();  // lets others come in between
    timing_ -= is_timing ? 1 : 0;
    --running_;
    const std::lock_guard lock(mutex_);
    started_[run.folder.filename().string()].push_back(run.suite.name);
    if (run.suite.name == "absent") {
      return core::SuiteOutput{.suite = run.suite.name,
                               .could_not_start = "no such file"};
    }
    return core::SuiteOutput{
        .suite = run.suite.name, .kind = run.suite.kind, .exit_code = 0};
  }

  std::string failing_build_ = "none";
  std::function<void(const core::SuiteRun&)> on_run_;
  std::atomic<int> running_ = 0;
  std::atomic<int> timing_ = 0;
  std::atomic<int> overlaps_ = 0;
  std::mutex mutex_;  // guards the two below
  std::vector<int> jobs_;
  std::map<std::string, std::vector<std::string>> started_;
};

core::Artifact artifact_with(std::vector<core::Suite> suites) {
  core::Artifact artifact{.build = "b", .built = true};
  artifact.suites = std::move(suites);
  return artifact;
}

std::vector<core::Cell> cells_named(std::size_t count) {
  std::vector<core::Cell> cells(count);
  for (std::size_t i = 0; i < count; ++i) {
    cells[i].id = std::to_string(i);
    cells[i].name = "cell" + std::to_string(i);
  }
  return cells;
}

std::vector<CellRun> runs_of(const std::vector<core::Cell>& cells,
                             const core::Artifact& artifact) {
  std::vector<CellRun> runs;
  for (const core::Cell& cell : cells) {
    runs.push_back({cell, artifact});
  }
  return runs;
}

const std::vector<core::Suite> kMixed = {
    {.name = "a.bench", .kind = SuiteKind::bench},
    {.name = "b.conformance", .kind = SuiteKind::conformance},
    {.name = "boot.reference", .kind = SuiteKind::boot},
};

TEST(RunBuilds, SharesTheProcessorsOut) {
  struct Case {
    int jobs;
    std::size_t builds;
    int share;
  };
  for (const Case& c : {Case{2, 6, 1}, Case{8, 2, 4}, Case{5, 2, 2},
                        Case{1, 3, 1}, Case{0, 1, 1}, Case{4, 1, 4}}) {
    FakeTarget target;
    std::vector<core::BuildSpec> builds(c.builds);
    std::size_t built = 0;
    ASSERT_TRUE(run_builds(target, builds, {.jobs = c.jobs}, {},
                           [&](core::Artifact) { ++built; }));
    EXPECT_EQ(c.builds, built);
    EXPECT_EQ(std::vector<int>(c.builds, c.share), target.jobs_);
  }
}

TEST(RunBuilds, StopsAtWhatHeedCannotGoOnWith) {
  FakeTarget target;
  target.failing_build_ = "1";
  std::vector<core::BuildSpec> builds(3);
  builds[0].id = "0";
  builds[1].id = "1";
  builds[2].id = "2";
  std::vector<std::string> built;
  const auto done =
      run_builds(target, builds, {.jobs = 1}, {},
                 [&](const core::Artifact& a) { built.push_back(a.build); });
  ASSERT_FALSE(done);
  EXPECT_EQ("disk full", done.error().why);
  EXPECT_EQ(std::vector<std::string>{"0"}, built);
}

TEST(RunCells, DeliversEachCellOnceInOnePiece) {
  FakeTarget target;
  const core::Artifact artifact = artifact_with(kMixed);
  const std::vector<core::Cell> cells = cells_named(50);
  std::map<std::string, int> delivered;
  ASSERT_TRUE(run_cells(
      target, runs_of(cells, artifact), {.jobs = 4}, {},
      [&](const CellRun& run, const std::vector<core::SuiteOutput>& outputs) {
        ++delivered[run.cell.id];
        ASSERT_EQ(3U, outputs.size());
        EXPECT_EQ("a.bench", outputs[0].suite);
        EXPECT_EQ("b.conformance", outputs[1].suite);
        EXPECT_EQ("boot.reference", outputs[2].suite);
      }));
  EXPECT_EQ(50U, delivered.size());
  for (const auto& [cell, count] : delivered) {
    EXPECT_EQ(1, count) << cell;
  }
}

TEST(RunCells, RunsWhatMeasuresTimeAloneAndLast) {
  FakeTarget target;
  const core::Artifact artifact = artifact_with(kMixed);
  const std::vector<core::Cell> cells = cells_named(50);
  ASSERT_TRUE(run_cells(target, runs_of(cells, artifact), {.jobs = 4}, {},
                        [](const auto&, const auto&) {}));
  EXPECT_EQ(0, target.overlaps_);
  for (const auto& [cell, started] : target.started_) {
    EXPECT_EQ((std::vector<std::string>{"b.conformance", "boot.reference",
                                        "a.bench"}),
              started)
        << cell;
  }
}

TEST(RunCells, RunsOtherSuitesSideBySide) {
  FakeTarget target;
  std::barrier meeting(2);  // passed only when two suites run at a time
  target.on_run_ = [&](const auto&) { meeting.arrive_and_wait(); };
  const core::Artifact artifact =
      artifact_with({{.name = "c", .kind = SuiteKind::conformance}});
  const std::vector<core::Cell> cells = cells_named(2);
  int delivered = 0;
  ASSERT_TRUE(run_cells(target, runs_of(cells, artifact), {.jobs = 2}, {},
                        [&](const auto&, const auto&) { ++delivered; }));
  EXPECT_EQ(2, delivered);
}

TEST(RunCells, RunsOnlyTheKindsAskedFor) {
  FakeTarget target;
  const core::Artifact artifact = artifact_with(kMixed);
  const std::vector<core::Cell> cells = cells_named(1);
  std::vector<core::SuiteOutput> outputs;
  ASSERT_TRUE(run_cells(target, runs_of(cells, artifact),
                        {.kinds = {SuiteKind::boot}}, {},
                        [&](const auto&, const auto& all) { outputs = all; }));
  ASSERT_EQ(1U, outputs.size());
  EXPECT_EQ("boot.reference", outputs[0].suite);
}

TEST(RunCells, PassesOnWhatCouldNotStart) {
  FakeTarget target;
  const core::Artifact artifact =
      artifact_with({{.name = "absent"}, {.name = "b"}});
  const std::vector<core::Cell> cells = cells_named(1);
  std::vector<core::SuiteOutput> outputs;
  ASSERT_TRUE(run_cells(target, runs_of(cells, artifact), {}, {},
                        [&](const auto&, const auto& all) { outputs = all; }));
  ASSERT_EQ(2U, outputs.size());
  EXPECT_EQ("no such file", outputs[0].could_not_start);
  EXPECT_EQ(0, outputs[1].exit_code);
}

TEST(RunCells, KeepsWhatFinishedWhenInterrupted) {
  FakeTarget target;
  std::stop_source stop;
  target.on_run_ = [&](const core::SuiteRun& run) {
    if (run.folder.filename() == "cell1-1" && run.suite.name == "first") {
      stop.request_stop();
    }
  };
  const core::Artifact artifact =
      artifact_with({{.name = "first"}, {.name = "second"}});
  const std::vector<core::Cell> cells = cells_named(3);
  std::map<std::string, std::vector<core::SuiteOutput>> delivered;
  ASSERT_TRUE(run_cells(
      target, runs_of(cells, artifact), {.jobs = 1}, stop.get_token(),
      [&](const CellRun& run, const std::vector<core::SuiteOutput>& outputs) {
        delivered[run.cell.id] = outputs;
      }));
  ASSERT_EQ(2U, delivered.size());
  EXPECT_FALSE(delivered["0"][1].interrupted);
  EXPECT_FALSE(delivered["1"][0].interrupted);
  EXPECT_TRUE(delivered["1"][1].interrupted);
}

TEST(Gate, MakesWhoWantsToBeAloneWaitForTheOthers) {
  Gate gate;
  std::vector<int> order;
  std::atomic<bool> is_inside = false;
  std::atomic<bool> may_leave = false;
  std::jthread first([&] {
    gate.beside([&] {
      is_inside = true;
      is_inside.notify_all();
      may_leave.wait(false);
      order.push_back(1);
    });
  });
  is_inside.wait(false);
  std::jthread alone([&] { gate.alone([&] { order.push_back(2); }); });
  may_leave = true;
  may_leave.notify_all();
  alone.join();
  gate.beside([&] { order.push_back(3); });
  EXPECT_EQ((std::vector<int>{1, 2, 3}), order);
}

}  // namespace
}  // namespace heed::run
