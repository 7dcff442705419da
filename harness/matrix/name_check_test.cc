#include "harness/matrix/name_check.h"

#include <gtest/gtest.h>

namespace heed::matrix {
namespace {

using Words = std::vector<std::string>;

core::Setting setting(const char* name, const char* module, Words values) {
  core::Setting row;
  row.name = name;
  row.module = module;
  row.values = std::move(values);
  return row;
}

core::Project project() {
  core::Project made;
  made.modules = {{"kdf", "kdf", {}, {}}};
  made.settings = {setting("fips", "", {"0", "1"}),
                   setting("notests", "", {"0", "1"}),
                   setting("kdf.notests", "kdf", {"unset", "0", "1"})};
  made.rules = {{{}, {core::Outcome::run, "default"}, false, 1}};
  return made;
}

Words check(const char* text, const Scope& scope) {
  return check_names(*core::Condition::parse(text, true), project(), scope);
}

TEST(CheckNames, AcceptsWhatExists) {
  EXPECT_EQ(check("fips=1 & kdf.notests in {unset, 0} & notests=$fips",
                  exclude_scope()),
            Words{});
  EXPECT_EQ(check("self.notests=unset", rule_scope()), Words{});
  EXPECT_EQ(check("@reason=default & @decision=run", effect_scope()), Words{});
  EXPECT_EQ(check("word | @tag=x & @status=failed", selection_scope()),
            Words{});
}

TEST(CheckNames, NamesTheNearest) {
  EXPECT_EQ(check("fisp=1", exclude_scope()),
            (Words{"nothing here is named fisp, did you mean fips?"}));
  EXPECT_EQ(check("fips=$notest", exclude_scope()),
            (Words{"nothing here is named notest, did you mean notests?"}));
  EXPECT_EQ(check("self.notest=1", rule_scope()),
            (Words{"nothing here is named self.notest, did you mean "
                   "self.notests?"}));
  EXPECT_EQ(check("@modul=kdf", selection_scope()),
            (Words{"nothing here is named @modul, did you mean @module?"}));
}

TEST(CheckNames, KnowsSelfAndFactsOnlyWhereTheyMeanSomething) {
  EXPECT_EQ(check("self.notests=1", exclude_scope()).size(), 1U);
  EXPECT_EQ(check("self.notests=1", selection_scope()).size(), 1U);
  EXPECT_EQ(check("@target=cmake", rule_scope()).size(), 1U);
  EXPECT_EQ(check("@decision=run", exclude_scope()).size(), 1U);
  EXPECT_EQ(check("@module=kdf", effect_scope()).size(), 1U);
  EXPECT_EQ(check("self.fips=1", rule_scope()).size(), 1U);
}

TEST(CheckNames, RefusesValuesThatAreNotDeclared) {
  EXPECT_EQ(check("fips=2", exclude_scope()),
            (Words{"fips is never 2, did you mean 0 or 1?"}));
  EXPECT_EQ(check("self.notests!=on", rule_scope()).size(), 1U);
  EXPECT_EQ(check("@reason=defalt", effect_scope()),
            (Words{"@reason is never defalt, did you mean default?"}));
  EXPECT_EQ(check("@decision=skipped", effect_scope()).size(), 1U);
}

TEST(CheckNames, LetsASelectionNameAValueThatNoCellHas) {
  EXPECT_EQ(check("fips=2", selection_scope()), Words{});
  EXPECT_EQ(check("@module=kdg", selection_scope()),
            (Words{"@module is never kdg, did you mean kdf?"}));
}

}  // namespace
}  // namespace heed::matrix
