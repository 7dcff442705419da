#include "harness/core/cell.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "harness/util/hash.h"

namespace heed::core {
namespace {

Setting setting(const char* name, Stage stage, const char* default_value,
                const char* boot) {
  Setting row;
  row.name = name;
  row.base = name;
  row.stage = stage;
  row.default_value = default_value;
  row.boot = boot;
  return row;
}

std::vector<Setting> settings() {
  return {setting("DISABLE_TESTS", Stage::build, "OFF", ""),
          setting("notests", Stage::boot, "0", "cryptomgr.notests={value}"),
          setting("kdf.notests", Stage::boot, "unset", "kdf.notests={value}"),
          setting("fips", Stage::boot, "0", "fips={value}")};
}

Identity identity() {
  return {"cmake", "GNU 12.2.0", {{"CMAKE_BUILD_TYPE", "Debug"}}};
}

Cell cell(const Values& values) {
  return make_cell(settings(), values, "cell", identity());
}

TEST(Cell, TakesItsIdFromTheCanonicalText) {
  const Values values = {{"DISABLE_TESTS", "OFF"},
                         {"fips", "0"},
                         {"kdf.notests", "unset"},
                         {"notests", "1"}};
  const std::string text = canonical_text(values, identity());
  EXPECT_EQ(text,
            "setting:DISABLE_TESTS=OFF\nsetting:fips=0\n"
            "setting:kdf.notests=unset\nsetting:notests=1\ntarget=cmake\n"
            "toolchain=GNU 12.2.0\nvariable:CMAKE_BUILD_TYPE=Debug\n");
  EXPECT_EQ(cell({{"notests", "1"}}).id, util::sha256_hex(text).substr(0, 12));
}

TEST(Cell, IsNamedByTheValuesOffTheirDefault) {
  const Cell one = cell({{"notests", "1"}, {"DISABLE_TESTS", "ON"}});
  EXPECT_EQ(one.short_text, "DISABLE_TESTS=ON,notests=1");
  EXPECT_EQ(one.name, "cmake/cell/DISABLE_TESTS=ON,notests=1~" + one.id);
  EXPECT_EQ(cell({}).name, "cmake/cell/default~" + cell({}).id);
}

TEST(Cell, PassesDefaultsButNotUnset) {
  EXPECT_EQ(cell({}).boot.command_line, "cryptomgr.notests=0 fips=0");
  EXPECT_EQ(cell({{"kdf.notests", "1"}, {"fips", "1"}}).boot.command_line,
            "cryptomgr.notests=0 kdf.notests=1 fips=1");
}

TEST(Cell, QuotesValuesWithSpaces) {
  EXPECT_EQ(cell({{"fips", "a b"}}).boot.command_line,
            "cryptomgr.notests=0 fips=\"a b\"");
}

TEST(Cell, SplitsIntoBuildAndBoot) {
  const Cell one = cell({{"fips", "1"}, {"DISABLE_TESTS", "ON"}});
  EXPECT_EQ(one.build.values, (Values{{"DISABLE_TESTS", "ON"}}));
  ASSERT_EQ(one.build.settings.size(), 1U);
  EXPECT_EQ(
      one.boot.values,
      (Values{{"fips", "1"}, {"kdf.notests", "unset"}, {"notests", "0"}}));
  EXPECT_EQ(one.build.id, cell({{"DISABLE_TESTS", "ON"}}).build.id);
  EXPECT_NE(one.build.id, cell({}).build.id);
}

TEST(Cell, KeepsItsIdUnderAnotherPresetNameButNotItsBuild) {
  const Cell other = make_cell(settings(), {}, "other", identity());
  EXPECT_EQ(other.id, cell({}).id);
  EXPECT_NE(other.build.id, cell({}).build.id);
}

TEST(Cell, ChangesItsIdWithToolchainAndVariables) {
  Identity changed = identity();
  changed.toolchain = "Clang 14";
  EXPECT_NE(make_cell(settings(), {}, "cell", changed).id, cell({}).id);
  changed = identity();
  changed.variables["A"] = "1";
  EXPECT_NE(make_cell(settings(), {}, "cell", changed).id, cell({}).id);
}

TEST(FolderName, IsShortAndPlain) {
  const Cell one = cell({{"fips", "a/b c"}});
  EXPECT_EQ(folder_name(one), "cmake_cell_fips=a_b_c_" + one.id + "-" + one.id);
  Cell longer = one;
  longer.name = std::string(100, 'x');
  EXPECT_EQ(folder_name(longer), std::string(48, 'x') + "-" + one.id);
}

RC_GTEST_PROP(CellProperty, CanonicalTextTellsValuesApart,
              (const std::string& a, const std::string& b)) {
  RC_ASSERT((canonical_text({{"x", a}, {"y", b}}, {}) ==
             canonical_text({{"x", b}, {"y", a}}, {})) == (a == b));
}

}  // namespace
}  // namespace heed::core
