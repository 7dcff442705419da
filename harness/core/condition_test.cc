#include "harness/core/condition.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace heed::core {
namespace {

using Names = std::map<std::string, std::string, std::less<>>;

const Names& names() {
  static const Names kNames = {{"fips", "1"},
                               {"notests", "0"},
                               {"depth", "12"},
                               {"kdf.notests", "0"},
                               {"self.notests", "unset"},
                               {"@module", "kdf"},
                               {"@cell", "cmake/cell/fips=1~3f9a1c0b27de"},
                               {"in", "x y"},
                               {"@reason", "global-runtime"}};
  return kNames;
}

Condition::Lookup lookup() {
  return [](std::string_view name) -> std::optional<std::string> {
    const auto found = names().find(name);
    return found == names().end() ? std::nullopt : std::optional(found->second);
  };
}

bool holds(std::string_view text, bool allow_words = false) {
  const auto condition = Condition::parse(text, allow_words);
  EXPECT_TRUE(condition.has_value()) << condition.error().text();
  return condition && condition->holds(lookup());
}

std::string why(std::string_view text, bool allow_words = false) {
  const auto condition = Condition::parse(text, allow_words);
  return condition ? "it was read" : condition.error().why;
}

TEST(Condition, ComparesWithEveryOperator) {
  EXPECT_TRUE(holds("fips=1"));
  EXPECT_FALSE(holds("fips = 0"));
  EXPECT_TRUE(holds("fips!=0"));
  EXPECT_TRUE(holds("@reason~global"));
  EXPECT_FALSE(holds("@reason~compiled"));
  EXPECT_TRUE(holds("depth<13"));
  EXPECT_FALSE(holds("depth<12"));
  EXPECT_TRUE(holds("depth<=12"));
  EXPECT_TRUE(holds("depth>9"));
  EXPECT_FALSE(holds("depth>12"));
  EXPECT_TRUE(holds("depth >= 12"));
  EXPECT_TRUE(holds("depth>-5"));
  EXPECT_TRUE(holds("fips in {0, 1}"));
  EXPECT_FALSE(holds("fips in {0}"));
}

TEST(Condition, OrdersOnlyIntegers) {
  EXPECT_FALSE(holds("@module<x"));
  EXPECT_FALSE(holds("depth>1.5"));
  EXPECT_FALSE(holds("depth>=99999999999999999999"));
}

TEST(Condition, ReadsNamesOfEveryKind) {
  EXPECT_TRUE(holds("kdf.notests=0 & self.notests=unset & @module=kdf"));
  EXPECT_TRUE(holds("notests=$kdf.notests"));
  EXPECT_FALSE(holds("notests=$fips"));
  EXPECT_TRUE(holds("in=\"x y\""));
  EXPECT_TRUE(holds("@cell~\"fips=1\""));
  EXPECT_TRUE(holds("fips in { $notests, $fips }"));
}

TEST(Condition, BindsTighterFromNotToImplies) {
  EXPECT_TRUE(holds("true | true & false"));
  EXPECT_FALSE(holds("(true | true) & false"));
  EXPECT_FALSE(holds("!true | false"));
  EXPECT_TRUE(holds("!false & true"));
  EXPECT_FALSE(holds("!(false | true)"));
  EXPECT_TRUE(holds("false | false -> false"));
  EXPECT_FALSE(holds("true -> false | false"));
  EXPECT_TRUE(holds("false -> true -> false"));
  EXPECT_FALSE(holds("(false -> true) -> false"));
  EXPECT_TRUE(holds("fips=1->notests=0"));
}

TEST(Condition, TakesAnUnknownNameAsFalse) {
  EXPECT_FALSE(holds("none=1"));
  EXPECT_FALSE(holds("none!=1"));
  EXPECT_FALSE(holds("fips=$none"));
}

TEST(Condition, TakesABareWordAsPartOfTheCellNameInSelections) {
  EXPECT_TRUE(holds("3f9a1c", true));
  EXPECT_TRUE(holds("\"fips=1\" & !kernel", true));
  EXPECT_FALSE(holds("kernel | \"fips=0\"", true));
  EXPECT_TRUE(holds("true", true));
  EXPECT_EQ(why("3f9a1c"), "expected = != ~ < <= > >= or in at column 7");
  EXPECT_NE(why("@module", true), "it was read");
}

TEST(Condition, NamesTheColumnOfAnError) {
  EXPECT_EQ(why(""), "expected a name, true, false or \"(\" at column 1");
  EXPECT_EQ(why("fips=1 &"),
            "expected a name, true, false or \"(\" at column 9");
  EXPECT_EQ(why("fips="), "expected a value at column 6");
  EXPECT_EQ(why("fips=\"1"), "expected a JSON string at column 6");
  EXPECT_EQ(why("fips=\"\\x\""), "expected a JSON string at column 6");
  EXPECT_EQ(why("fips=\"\\"), "expected a JSON string at column 6");
  EXPECT_EQ(why("(fips=1"), "expected \")\" at column 8");
  EXPECT_EQ(why("fips=1 notests=1"),
            "expected an operator or the end at column 8");
  EXPECT_EQ(why("fips in {1"), "expected \",\" or \"}\" at column 11");
  EXPECT_EQ(why("fips in {}"), "expected a value at column 10");
  EXPECT_EQ(why("!!true"), "expected a name, true, false or \"(\" at column 2");
  EXPECT_EQ(why("fips=$"), "expected a name after $ at column 7");
}

TEST(Condition, RefusesBottomlessNesting) {
  const std::string deep(100000, '(');
  EXPECT_NE(why(deep).find("at most 200 levels"), std::string::npos);
  std::string chain = "true";
  for (int i = 0; i < 100000; ++i) {
    chain += "->true";
  }
  EXPECT_NE(why(chain).find("at most 200 levels"), std::string::npos);
}

TEST(Condition, AllowsLongFlatText) {
  std::string flat = "(true)";
  for (int i = 0; i < 1000; ++i) {
    flat += " & (fips=1)";
  }
  EXPECT_TRUE(holds(flat));
}

TEST(Condition, ListsNamesSortedOnce) {
  const auto condition =
      Condition::parse("b=1 & (a=$c | b=2) -> self.d in {$a, 3}");
  ASSERT_TRUE(condition.has_value());
  EXPECT_EQ(condition->names(),
            (std::vector<std::string>{"a", "b", "c", "self.d"}));
}

TEST(Condition, ListsValuesThatCanBeChecked) {
  const auto condition =
      Condition::parse("b=1 | a!=2 | c in {3, $b} | d~4 | e<5");
  ASSERT_TRUE(condition.has_value());
  EXPECT_EQ(condition->comparisons(),
            (std::vector<std::pair<std::string, std::string>>{
                {"b", "1"}, {"a", "2"}, {"c", "3"}}));
}

TEST(Condition, HoldsByDefault) {
  EXPECT_TRUE(Condition().holds(lookup()));
  EXPECT_EQ(Condition().text(), "true");
}

/// A tree of its own: evaluated here, printed for the parser.
struct Tree {
  std::string text;
  bool is_true = false;
  int level = 0;  ///< 3 atom or parentheses, 2 and, 1 or, 0 implies
};

Tree wrapped(const Tree& tree, int least) {
  const bool is_loose = tree.level < least;
  return {is_loose ? "(" + tree.text + ")" : tree.text, tree.is_true,
          is_loose ? 3 : tree.level};
}

Tree leaf() {
  const auto entry =
      *rc::gen::elementOf(std::vector<std::pair<std::string, std::string>>(
          names().begin(), names().end()));
  const auto value =
      *rc::gen::elementOf(std::vector<std::string>{"0", "1", entry.second});
  const bool is_equal = entry.second == value;
  const std::string quoted = "\"" + value + "\"";
  switch (*rc::gen::inRange(0, 4)) {
    case 0:
      return {entry.first + "=" + quoted, is_equal, 3};
    case 1:
      return {entry.first + " != " + quoted, !is_equal, 3};
    case 2:
      return {entry.first + " in {z, " + quoted + "}", is_equal, 3};
    default:
      return is_equal ? Tree{"true", true, 3} : Tree{"false", false, 3};
  }
}

Tree random_tree(int depth) {
  const int kind = depth == 0 ? 0 : *rc::gen::inRange(0, 5);
  if (kind == 0) {
    return leaf();
  }
  const Tree a = random_tree(depth - 1);
  if (kind == 1) {
    return {"!" + wrapped(a, 3).text, !a.is_true, 2};
  }
  const Tree b = random_tree(depth - 1);
  if (kind == 2) {
    return {wrapped(a, 2).text + "&" + wrapped(b, 2).text,
            a.is_true && b.is_true, 2};
  }
  if (kind == 3) {
    return {wrapped(a, 1).text + " | " + wrapped(b, 1).text,
            a.is_true || b.is_true, 1};
  }
  return {wrapped(a, 1).text + "->" + b.text, !a.is_true || b.is_true, 0};
}

RC_GTEST_PROP(ConditionProperty, EvaluatesPrintedTreesAlike, ()) {
  const Tree tree = random_tree(5);
  const auto condition = Condition::parse(tree.text);
  RC_ASSERT(condition.has_value());
  RC_ASSERT(condition->holds(lookup()) == tree.is_true);
}

RC_GTEST_PROP(ConditionProperty, SurvivesAnyText, (const std::string& text)) {
  const auto condition = Condition::parse(text, true);
  RC_ASSERT(condition.has_value() || !condition.error().why.empty());
}

}  // namespace
}  // namespace heed::core
