#include "harness/matrix/expand.h"

#include <limits>

#include <gtest/gtest.h>

#include "harness/matrix/small_model.h"

namespace heed::matrix {
namespace {

std::string why(const core::Project& project, const core::Slice& slice) {
  const auto expansion = expand(project, slice, "cell", {"cmake", "GNU", {}});
  return expansion ? "it was expanded" : expansion.error().text();
}

core::Slice slice(std::vector<std::string> strategy) {
  core::Slice made;
  made.name = "test";
  made.strategy = std::move(strategy);
  return made;
}

core::Expansion expanded(const core::Project& project,
                         std::vector<std::string> strategy) {
  const auto expansion =
      expand(project, slice(std::move(strategy)), "cell", {"cmake", "GNU", {}});
  EXPECT_TRUE(expansion.has_value()) << expansion.error().text();
  return expansion.value_or(core::Expansion{});
}

std::vector<std::string> texts(const core::Expansion& expansion) {
  std::vector<std::string> texts;
  for (const core::Cell& cell : expansion.cells) {
    texts.push_back(cell.short_text);
  }
  return texts;
}

using Words = std::vector<std::string>;

core::Project three() { return model({{"a", 2}, {"b", 3}, {"c", 2}}); }

TEST(Expand, FullGivesEveryCellLastSettingFastest) {
  EXPECT_EQ(
      texts(expanded(three(), {"full"})),
      (Words{"default", "c=1", "b=1", "b=1,c=1", "b=2", "b=2,c=1", "a=1",
             "a=1,c=1", "a=1,b=1", "a=1,b=1,c=1", "a=1,b=2", "a=1,b=2,c=1"}));
}

TEST(Expand, EachGivesTheDefaultAndEveryOtherValueAlone) {
  const core::Expansion expansion = expanded(three(), {"each"});
  EXPECT_EQ(texts(expansion), (Words{"default", "c=1", "b=1", "b=2", "a=1"}));
  EXPECT_EQ(expansion.product, 12U);
  EXPECT_EQ(expansion.sampled_out, 7U);
  ASSERT_EQ(expansion.left_out.size(), 7U);
  EXPECT_EQ(expansion.left_out[0].cls, "sampled-out");
  EXPECT_EQ(expansion.left_out[0].reason, "strategy");
}

TEST(Expand, CornersGiveAllFirstAndAllLast) {
  EXPECT_EQ(texts(expanded(three(), {"corners"})),
            (Words{"default", "a=1,b=2,c=1"}));
}

TEST(Expand, UnitesStrategiesWithoutDuplicates) {
  const core::Expansion both = expanded(three(), {"corners", "each"});
  EXPECT_EQ(both.cells.size(), 6U);
  EXPECT_EQ(both.strategy, "corners,each");
  EXPECT_EQ(expanded(three(), {"each", "full", "corners"}).cells.size(), 12U);
}

TEST(Expand, LeavesOutWhatIsExcludedWithItsReason) {
  core::Project project = three();
  project.excludes = {{"no-a-c", *core::Condition::parse("a=1 & c=1"), "why"}};
  const core::Expansion expansion = expanded(project, {"full"});
  EXPECT_EQ(expansion.cells.size(), 9U);
  EXPECT_EQ(expansion.excluded, 3U);
  ASSERT_EQ(expansion.left_out.size(), 3U);
  EXPECT_EQ(expansion.left_out[0].reason, "no-a-c");
  EXPECT_EQ(expansion.left_out[0].cls, "excluded");
}

TEST(Expand, LetsASettingLeaveItsDefaultOnlyWhereItsConditionHolds) {
  core::Project project = model({{"a", 2}, {"b", 2}});
  project.settings[1].depends_on = "a=1";
  const core::Expansion expansion = expanded(project, {"full"});
  EXPECT_EQ(texts(expansion), (Words{"default", "a=1", "a=1,b=1"}));
  EXPECT_EQ(expansion.left_out.at(0).reason, "depends-on:b");
}

TEST(Expand, KeepsWhatTheTargetCannotApplyAtItsDefault) {
  core::Project project = model({{"a", 2}, {"b", 2}});
  project.settings[0].boot = "";
  const core::Expansion expansion = expanded(project, {"full"});
  EXPECT_EQ(texts(expansion), (Words{"default", "b=1"}));
  EXPECT_EQ(expansion.left_out.at(0).reason, "not-on-target");
}

TEST(Expand, KnowsTargetAndPresetInExcludes) {
  core::Project project = model({{"a", 2}});
  project.excludes = {
      {"x", *core::Condition::parse("@preset=cell & @target=cmake & a=1"), ""}};
  EXPECT_EQ(texts(expanded(project, {"full"})), Words{"default"});
}

TEST(Expand, GivesAnAxisOnlyToTheModulesOfTheSlice) {
  core::Project project = model({{"a", 2}, {"b", 2}, {"c", 2}});
  project.modules = {{"m", "", {}, {}}, {"n", "", {}, {}}};
  project.settings[1].module = "m";
  project.settings[2].module = "n";
  core::Slice part = slice({"full"});
  part.modules = {"m"};
  const auto expansion = expand(project, part, "cell", {});
  ASSERT_TRUE(expansion.has_value());
  EXPECT_EQ(texts(*expansion), (Words{"default", "b=1", "a=1", "a=1,b=1"}));
  EXPECT_EQ(expansion->axes.size(), 2U);
  part.modules = {"mm"};
  EXPECT_EQ(
      why(project, part),
      "cannot expand slice test: no module is named mm (did you mean m?)");
}

TEST(Expand, RefusesTooManyCellsWithTheirNumber) {
  const core::Project project = booleans(40);
  EXPECT_EQ(why(project, slice({"full"})),
            "cannot expand slice test: 1099511627776 cells, more than 256 "
            "(narrow it with -m MODULE, or allow more with --max-cells N or "
            "--yes)");
  core::Slice part = slice({"full"});
  part.max_cells = std::numeric_limits<std::uint64_t>::max();
  EXPECT_NE(why(project, part).find("1099511627776 cells, more than 1048576"),
            std::string::npos);
}

TEST(Expand, CountsTheAllowedCellsNotTheProduct) {
  core::Project project = booleans(9);
  project.excludes = {{"x", *core::Condition::parse("s0=1"), ""}};
  EXPECT_EQ(expanded(project, {"full"}).cells.size(), 256U);
  project.excludes.clear();
  EXPECT_NE(why(project, slice({"full"})).find("512 cells, more than 256"),
            std::string::npos);
}

TEST(Expand, AccountsForCellsThatAreTooManyToList) {
  core::Project project = booleans(40);
  project.excludes = {{"x", *core::Condition::parse("s0=1 & s1=1"), ""},
                      {"y", *core::Condition::parse("s7=1"), ""}};
  const core::Expansion expansion = expanded(project, {"each", "corners"});
  EXPECT_EQ(expansion.cells.size(), 40U);
  EXPECT_EQ(expansion.product, 1ULL << 40U);
  EXPECT_EQ(expansion.excluded, (1ULL << 40U) - (3ULL << 37U));
  EXPECT_EQ(expansion.product, expansion.cells.size() + expansion.excluded +
                                   expansion.sampled_out);
  EXPECT_TRUE(expansion.left_out.empty());
}

TEST(Expand, RefusesWhatCannotBeCounted) {
  EXPECT_NE(why(booleans(100), slice({"each"}))
                .find("1267650600228229401496703205376 cells, more than can be "
                      "counted"),
            std::string::npos);
  core::Project project = booleans(40);
  std::string all = "s0=1";
  for (int i = 1; i < 40; ++i) {
    all += " & s" + std::to_string(i) + "=1";
  }
  project.excludes = {{"x", *core::Condition::parse(all), ""}};
  EXPECT_NE(why(project, slice({"each"})).find("tie 40 settings together"),
            std::string::npos);
}

TEST(Expand, RefusesAnUnknownStrategy) {
  EXPECT_EQ(why(three(), slice({"ful"})),
            "cannot expand slice test: no strategy is named ful (did you mean "
            "full?)");
}

TEST(Expand, GivesTheOneCellOfNoAxes) {
  EXPECT_EQ(texts(expanded(model({}), {"full"})), Words{"default"});
  EXPECT_EQ(texts(expanded(model({}), {"each", "corners"})), Words{"default"});
}

}  // namespace
}  // namespace heed::matrix
