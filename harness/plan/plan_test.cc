#include "harness/plan/plan.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "harness/plan/plan_json.h"
#include "harness/plan/small_expansion.h"

namespace heed::plan {
namespace {

using Words = std::vector<std::string>;

Words order(const core::Plan& plan) {
  Words words;
  for (const core::PlannedCell& planned : plan.cells) {
    words.push_back(planned.cell.short_text + ": " + planned.explanation.why);
  }
  return words;
}

TEST(MakePlan, KeepsTableOrderWithoutHistory) {
  EXPECT_EQ(order(make_plan(small_expansion(), {})),
            (Words{"default: never run", "fips=1: never run",
                   "LTO=ON: never run", "LTO=ON,fips=1: never run"}));
}

TEST(MakePlan, PutsFailuresFirstThenTheUnknownThenTheSlowest) {
  const core::Expansion expansion = small_expansion();
  Hints hints;
  hints.last_status = {{expansion.cells[0].id, core::CellStatus::passed},
                       {expansion.cells[1].id, core::CellStatus::passed},
                       {expansion.cells[2].id, core::CellStatus::none},
                       {expansion.cells[3].id, core::CellStatus::build_failed}};
  hints.seconds = {{expansion.cells[0].id, 1.5}, {expansion.cells[1].id, 2}};
  EXPECT_EQ(
      order(make_plan(expansion, hints)),
      (Words{"LTO=ON,fips=1: failed last time", "LTO=ON: no verdict last time",
             "fips=1: passed last time in 2.0s",
             "default: passed last time in 1.5s"}));
}

TEST(MakePlan, NamesEachBuildOnceSorted) {
  const core::Plan plan = make_plan(small_expansion(), {});
  ASSERT_EQ(plan.builds.size(), 2U);
  EXPECT_LT(plan.builds[0].id, plan.builds[1].id);
}

TEST(MakePlan, CountsPlannedCellsAsRun) {
  core::Expansion expansion = small_expansion();
  expansion.left_out.push_back({expansion.cells.back(), "excluded", "x"});
  expansion.cells.pop_back();
  expansion.excluded = 1;
  const core::Plan plan = make_plan(expansion, {});
  EXPECT_EQ(plan.counts.run, 3U);
  EXPECT_EQ(plan.counts.excluded, 1U);
  EXPECT_TRUE(plan.counts.adds_up());
  EXPECT_EQ(plan.settings, 2U);
}

TEST(MakePlan, NeedsNumbersThatAddUp) {
  core::Expansion expansion = small_expansion();
  expansion.product = 5;
  EXPECT_EXIT((void)make_plan(expansion, {}), testing::ExitedWithCode(70),
              "internal error");
}

TEST(PlanDigest, DependsOnCellsStrategyAndSeedNotOnHistory) {
  const core::Expansion expansion = small_expansion();
  const std::string digest = make_plan(expansion, {}).digest;
  Hints hints;
  hints.last_status = {{expansion.cells[3].id, core::CellStatus::failed}};
  EXPECT_EQ(make_plan(expansion, hints).digest, digest);
  core::Expansion other = expansion;
  other.seed = 2;
  EXPECT_NE(make_plan(other, {}).digest, digest);
  other = expansion;
  other.strategy = "each";
  EXPECT_NE(make_plan(other, {}).digest, digest);
  other = expansion;
  other.cells.pop_back();
  other.sampled_out = 1;
  EXPECT_NE(make_plan(other, {}).digest, digest);
}

RC_GTEST_PROP(MakePlanProperty, PlansEachCellOnceWhateverIsKnown, ()) {
  const core::Expansion expansion = small_expansion();
  Hints hints;
  for (const core::Cell& cell : expansion.cells) {
    if (*rc::gen::arbitrary<bool>()) {
      hints.last_status[cell.id] =
          static_cast<core::CellStatus>(*rc::gen::inRange(0, 4));
      hints.seconds[cell.id] = *rc::gen::inRange(0, 3);
    }
  }
  Words planned;
  for (const core::PlannedCell& row : make_plan(expansion, hints).cells) {
    planned.push_back(row.cell.id);
  }
  Words expected;
  for (const core::Cell& cell : expansion.cells) {
    expected.push_back(cell.id);
  }
  std::sort(planned.begin(), planned.end());
  std::sort(expected.begin(), expected.end());
  RC_ASSERT(planned == expected);
}

}  // namespace
}  // namespace heed::plan
