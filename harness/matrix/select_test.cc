#include "harness/matrix/select.h"

#include <gtest/gtest.h>

#include "harness/matrix/expand.h"
#include "harness/matrix/small_model.h"

namespace heed::matrix {
namespace {

using Words = std::vector<std::string>;

core::Project project() {
  core::Project made = model({{"a", 2}, {"b", 2}});
  made.modules = {{"m", "", {}, {}}, {"n", "", {}, {}}};
  made.settings[1].module = "m";
  made.settings[1].name = "m.b";
  made.rules = {{*core::Condition::parse("self.b=1"),
                 {core::Outcome::skip, "own"},
                 false,
                 1},
                {*core::Condition::parse("true"),
                 {core::Outcome::run, "default"},
                 false,
                 2}};
  return made;
}

core::Expansion all() {
  return *expand(project(), {}, "cell", {"cmake", "GNU", {}});
}

Words selected(const Words& selections, const CellFacts& facts = {}) {
  const auto expansion = select(project(), all(), selections, facts);
  EXPECT_TRUE(expansion.has_value()) << expansion.error().text();
  Words texts;
  for (const core::Cell& cell : expansion->cells) {
    texts.push_back(cell.short_text);
  }
  EXPECT_EQ(expansion->product, expansion->cells.size() + expansion->excluded +
                                    expansion->sampled_out);
  EXPECT_EQ(expansion->left_out.size(), expansion->excluded);
  return texts;
}

std::string why(const std::string& selection) {
  const auto expansion = select(project(), all(), {selection});
  return expansion ? "it was selected" : expansion.error().why;
}

TEST(Select, KeepsAllWithoutSelections) {
  EXPECT_EQ(selected({}), (Words{"default", "m.b=1", "a=1", "a=1,m.b=1"}));
}

TEST(Select, KeepsCellsByTheirValues) {
  EXPECT_EQ(selected({"a=1"}), (Words{"a=1", "a=1,m.b=1"}));
  EXPECT_EQ(selected({"a=1 & m.b=0"}), Words{"a=1"});
}

TEST(Select, JoinsSelectionsByOr) {
  EXPECT_EQ(selected({"a=0 & m.b=0", "a=1 & m.b=1"}),
            (Words{"default", "a=1,m.b=1"}));
}

TEST(Select, KnowsIdAndPartsOfTheName) {
  const core::Cell cell = all().cells[2];
  EXPECT_EQ(selected({cell.id}), Words{"a=1"});
  EXPECT_EQ(selected({cell.id.substr(0, 6)}), Words{"a=1"});
  EXPECT_EQ(selected({"default"}), Words{"default"});
  EXPECT_EQ(selected({"@cell~\"a=1,\""}), Words{"a=1,m.b=1"});
}

TEST(Select, KnowsFactsAboutAnyModule) {
  EXPECT_EQ(selected({"@decision=skip"}), (Words{"m.b=1", "a=1,m.b=1"}));
  EXPECT_EQ(selected({"@reason=own & @module=n"}), Words{});
  EXPECT_EQ(selected({"@decision=run & @module=m"}), (Words{"default", "a=1"}));
  EXPECT_EQ(selected({"@target=cmake & @preset=cell"}).size(), 4U);
  EXPECT_EQ(selected({"@preset=other"}), Words{});
}

TEST(Select, KnowsWhatAnEarlierRunFound) {
  const std::string id = all().cells[1].id;
  EXPECT_EQ(selected({"@status=failed"}, {{id, {{{"@status", "failed"}}}}}),
            Words{"m.b=1"});
  EXPECT_EQ(selected({"@finding=leak"},
                     {{id, {{{"@finding", "crash"}}, {{"@finding", "leak"}}}}}),
            Words{"m.b=1"});
  EXPECT_EQ(selected({"@status=failed"}), Words{});
}

TEST(Select, NamesTheReasonOfTheOthers) {
  const auto expansion = select(project(), all(), {"a=1"});
  ASSERT_TRUE(expansion.has_value());
  ASSERT_EQ(expansion->left_out.size(), 2U);
  EXPECT_EQ(expansion->left_out[0].cls, "excluded");
  EXPECT_EQ(expansion->left_out[0].reason, "deselected");
}

TEST(Select, RefusesWhatDoesNotExist) {
  EXPECT_EQ(why("aa=1"), "nothing here is named aa, did you mean a?");
  EXPECT_EQ(why("@modle=m"),
            "nothing here is named @modle, did you mean @module?");
  EXPECT_EQ(why("@module=mm"), "@module is never mm, did you mean m?");
  EXPECT_EQ(why("a="), "expected a value at column 3");
}

TEST(FindCell, TakesAUniquePrefixOfSixDigits) {
  const core::Expansion expansion = all();
  const core::Cell& cell = expansion.cells[2];
  EXPECT_EQ(find_cell(expansion, cell.id), cell);
  EXPECT_EQ(find_cell(expansion, cell.id.substr(0, 6)), cell);
  EXPECT_EQ(find_cell(expansion, cell.id.substr(0, 5)).error().why,
            "expected at least 6 digits");
  EXPECT_EQ(find_cell(expansion, "zzzzzz").error().why, "no cell has this id");
}

TEST(FindCell, RefusesAPrefixOfSeveral) {
  core::Expansion expansion = all();
  expansion.cells[0].id = "abcdef000000";
  expansion.cells[1].id = "abcdef111111";
  EXPECT_EQ(find_cell(expansion, "abcdef").error().why,
            "it stands for several cells: abcdef000000 abcdef111111");
}

TEST(FindCell, FindsWhatIsLeftOut) {
  const core::Cell cell = all().cells[0];
  const auto expansion = select(project(), all(), {"a=1"});
  EXPECT_EQ(find_cell(*expansion, cell.id), cell);
}

}  // namespace
}  // namespace heed::matrix
