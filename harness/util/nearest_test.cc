#include "harness/util/nearest.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace heed::util {
namespace {

using Words = std::vector<std::string>;

TEST(EditDistance, CountsChanges) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("abc", ""), 3U);
  EXPECT_EQ(edit_distance("notests", "notest"), 1U);
  EXPECT_EQ(edit_distance("fips", "fisp"), 1U);
  EXPECT_EQ(edit_distance("fips", "FIPS"), 0U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
}

RC_GTEST_PROP(EditDistanceProperty, IsSymmetricAndZeroForEqual,
              (const std::string& a, const std::string& b)) {
  RC_ASSERT(edit_distance(a, b) == edit_distance(b, a));
  RC_ASSERT(edit_distance(a, a) == 0U);
}

TEST(Nearest, OrdersByDistanceAndDropsTheFar) {
  EXPECT_EQ(nearest("notets", {"fips", "notests", "notest", "DISABLE_TESTS"}),
            (Words{"notest", "notests"}));
  EXPECT_EQ(nearest("x", {"fips", "notests"}), Words{});
}

TEST(Suggestion, NamesTheNearestOrAll) {
  EXPECT_EQ(suggestion("fisp", {"fips", "notests"}), "did you mean fips?");
  EXPECT_EQ(suggestion("xyz", {"fips", "notests"}), "known are fips, notests");
  EXPECT_EQ(suggestion("xyz", {}), "none is known");
  EXPECT_EQ(suggestion("xyz", Words(12, "longer")).substr(0, 24),
            "known are longer, longer");
}

}  // namespace
}  // namespace heed::util
