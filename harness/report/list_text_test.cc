#include "harness/report/list_text.h"

#include <gtest/gtest.h>

#include "harness/report/console.h"
#include "harness/report/sample_project.h"
#include "harness/util/golden.h"

namespace heed::report {
namespace {

TEST(ListText, ShowsCells) {
  util::expect_golden("report", "list.cells", cells_text(sample_plan()));
}

TEST(ListText, ShowsBuildsWithTheirBoots) {
  util::expect_golden("report", "list.tree", tree_text(sample_plan()));
}

TEST(ListText, SaysWhyNot) {
  util::expect_golden(
      "report", "list.why-not",
      why_not_text(sample_project(), core::sample::inconclusive().left_out));
}

TEST(ListText, ShowsSettingsAndModules) {
  util::expect_golden("report", "list.settings",
                      settings_text(sample_project()));
  util::expect_golden("report", "list.modules", modules_text(sample_project()));
}

TEST(PlanText, CountsFirst) {
  EXPECT_EQ(plan_line(sample_plan()),
            "plan 7f3c19  settings 3  product 12  excluded 0  strategy full  "
            "builds 2  cells 12  seed 1");
}

TEST(PlanText, SumsUpTheDecisionsOfModulesWithAnAxis) {
  core::Project project = sample_project();
  project.modules.push_back({.name = "hmac", .folder = "registry"});
  EXPECT_EQ(decision_summary(project, sample_cells(), project.settings),
            "kdf_sp800108      12 cells: 3 run, 9 skip, 0 refuse\n");
}

}  // namespace
}  // namespace heed::report
