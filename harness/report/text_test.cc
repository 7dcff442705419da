#include "harness/report/text.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "harness/core/sample_run.h"
#include "harness/report/causes.h"

namespace heed::report {
namespace {

TEST(Text, CountsWithThePlural) {
  EXPECT_EQ(counted(1, "cell"), "1 cell");
  EXPECT_EQ(counted(0, "cell"), "0 cells");
}

TEST(Text, KeepsShortOutputWhole) {
  EXPECT_EQ(head_and_tail("abc", "log", 3), "abc");
}

TEST(Text, CutsBetweenSequences) {
  const std::string text = "ééééé";  // two bytes each
  EXPECT_EQ(head_and_tail(text, "l", 6),
            "é\n[... 6 bytes left out; all of it: l ...]\né");
}

RC_GTEST_PROP(Text, NeverShowsMoreThanTheLimitAndANote,
              (const std::string& text)) {
  const std::string shown = head_and_tail(text, "", 8);
  RC_ASSERT(shown.size() <= 8 + 64);
}

TEST(Text, GivesIdsApartByTheirPrefix) {
  std::vector<core::CellResult> cells(2);
  cells[0].cell.id = "3f9a1c0b27de";
  cells[1].cell.id = "3f9a1c0c27de";
  EXPECT_EQ(short_id(cells, "3f9a1c0b27de"), "3f9a1c0b");
  cells[1].cell.id = "000000000000";
  EXPECT_EQ(short_id(cells, "3f9a1c0b27de"), "3f9a1c");
}

TEST(Text, WritesTheIdentity) {
  EXPECT_EQ(identity_text({.product = 3, .run = 2, .excluded = 1}),
            "run 2 + reused 0 + excluded 1 + sampled-out 0 + other-shards 0 + "
            "inconclusive 0 = 3");
}

TEST(Text, MeasuresTimes) {
  EXPECT_EQ(clock_text(38), "00:38");
  EXPECT_EQ(clock_text(3725), "1:02:05");
  EXPECT_EQ(seconds_between("2027-01-14T23:59:59Z", "2027-01-15T00:00:01Z"),
            2.0);
  EXPECT_EQ(seconds_between("", "yesterday"), 0.0);
}

TEST(Causes, GroupAFailedCaseOverItsCells) {
  const auto all = causes(core::sample::crash_and_failed_case());
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].kind, "crash");
  EXPECT_EQ(all[1].kind, "failed-case");
  EXPECT_EQ(all[1].cells.size(), 2U);
  EXPECT_EQ(all[1].file, "kdf/src/kdf_sp800108_test.cc");
}

TEST(Causes, PutTheStrongestExitCodeFirst) {
  core::RunRecord record = core::sample::inconclusive();
  record.findings.push_back(core::sample::ignored_setting().findings[0]);
  record.findings.push_back(core::sample::lost_setting().findings[0]);
  const auto all = causes(record);
  ASSERT_GE(all.size(), 3U);
  EXPECT_EQ(all[0].kind, "lost-setting");
  EXPECT_EQ(all[1].kind, "ignored-setting");
  EXPECT_EQ(all[2].kind, "inconclusive");
}

TEST(Causes, NameCellsThatNoFindingNames) {
  const auto all = causes(core::sample::inconclusive());
  ASSERT_EQ(all.size(), 2U);
  EXPECT_NE(all[1].sentence.find("not-started"), std::string::npos);
}

}  // namespace
}  // namespace heed::report
