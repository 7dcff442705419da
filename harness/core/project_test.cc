#include "harness/core/project.h"

#include <gtest/gtest.h>

namespace heed::core {
namespace {

Project project() {
  Project made;
  made.modules = {{"hmac", "registry", {}, {}}, {"kdf", "kdf", {}, {}}};
  Setting setting;
  setting.name = "kdf.notests";
  made.settings = {setting};
  made.rules = {
      {*Condition::parse("self.notests=1"),
       {Outcome::skip, "module"},
       false,
       1},
      {*Condition::parse("fips=1"), {Outcome::run, "fips"}, false, 2},
      {*Condition::parse("true"), {Outcome::run, "default"}, false, 3}};
  return made;
}

TEST(Project, FindsByName) {
  const Project made = project();
  EXPECT_EQ(made.find_module("kdf"), &made.modules[1]);
  EXPECT_EQ(made.find_module("none"), nullptr);
  EXPECT_EQ(made.find_setting("kdf.notests"), made.settings.data());
  EXPECT_EQ(made.find_setting("notests"), nullptr);
}

TEST(ExpectedDecision, IsThatOfTheFirstRuleThatApplies) {
  const Values values = {{"fips", "1"}, {"kdf.notests", "1"}};
  EXPECT_EQ(expected_decision(project(), values, "kdf").decision,
            (Decision{Outcome::skip, "module"}));
  EXPECT_EQ(expected_decision(project(), values, "hmac").rule, 1U);
  EXPECT_EQ(expected_decision(project(), {}, "hmac").rule, 2U);
}

TEST(ExpectedDecision, NeedsARuleThatAlwaysHolds) {
  Project made = project();
  made.rules.pop_back();
  EXPECT_EXIT((void)expected_decision(made, {}, "hmac"),
              testing::ExitedWithCode(70), "internal error");
}

TEST(LookupFor, KnowsSettingsSelfAndFacts) {
  const Values values = {{"fips", "1"}, {"kdf.notests", "0"}};
  const std::map<std::string, std::string> facts = {{"@decision", "skip"},
                                                    {"reason", "fips"}};
  const Condition::Lookup lookup = lookup_for(values, "kdf", facts);
  EXPECT_EQ(lookup("fips"), "1");
  EXPECT_EQ(lookup("kdf.notests"), "0");
  EXPECT_EQ(lookup("self.notests"), "0");
  EXPECT_EQ(lookup("@decision"), "skip");
  EXPECT_EQ(lookup("@reason"), "fips");
  EXPECT_EQ(lookup("@module"), std::nullopt);
  EXPECT_EQ(lookup("self.fips"), std::nullopt);
  EXPECT_EQ(lookup("none"), std::nullopt);
}

}  // namespace
}  // namespace heed::core
