#include "harness/report/explain_text.h"

#include <gtest/gtest.h>

#include "harness/report/sample_project.h"
#include "harness/util/golden.h"

namespace heed::report {
namespace {

TEST(ExplainText, FollowsACellFromRequestToBehaviour) {
  core::RunRecord record = core::sample::ignored_setting();
  core::BuildResult& build = record.builds[0];
  build.observations = {{.metric = "passed:DISABLE_TESTS", .value = "OFF"},
                        {.metric = "cached:DISABLE_TESTS", .value = "OFF"}};
  core::CellResult& result = record.cells[3];
  result.observations.push_back({.metric = "loaded:notests", .value = "1"});
  util::expect_golden(
      "report", "explain.cell",
      explain_cell(sample_project(),
                   {.cell = result.cell, .result = &result, .build = &build}));
}

TEST(ExplainText, SaysWhatHasNotRun) {
  const core::Cell cell = sample_cells()[0];
  const std::string text = explain_cell(sample_project(), {.cell = cell});
  EXPECT_NE(text.find("behaved: has not run"), std::string::npos);
  EXPECT_NE(text.find("decided by rule 5"), std::string::npos);
}

TEST(ExplainText, ShowsASettingWithTheRulesThatReadIt) {
  const core::Project project = sample_project();
  util::expect_golden("report", "explain.setting",
                      explain_setting(project, project.settings[2]));
}

TEST(ExplainText, CountsTheCellsOfEachRule) {
  const core::Project project = sample_project();
  util::expect_golden(
      "report", "explain.module",
      explain_module(project, project.modules[0], sample_cells()));
}

}  // namespace
}  // namespace heed::report
