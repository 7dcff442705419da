#include "harness/matrix/bound.h"

#include <gtest/gtest.h>

namespace heed::matrix {
namespace {

using core::Bound;

Bound bound(const util::Json& json) {
  const auto read = parse_bound(json);
  EXPECT_TRUE(read.has_value()) << read.error().text();
  return read.value_or(Bound{});
}

TEST(Bound, ReadsNumbers) {
  EXPECT_EQ(bound(0).kind, Bound::Kind::equal);
  EXPECT_EQ(bound(2.5).low, 2.5);
  EXPECT_EQ(bound(5).text, "5");
}

TEST(Bound, ReadsOperators) {
  EXPECT_EQ(bound("< 3").kind, Bound::Kind::less);
  EXPECT_EQ(bound("<=3").kind, Bound::Kind::at_most);
  EXPECT_EQ(bound(" >= -1.5").kind, Bound::Kind::at_least);
  EXPECT_EQ(bound(" >= -1.5").low, -1.5);
  EXPECT_EQ(bound("pass").kind, Bound::Kind::pass);
}

TEST(Bound, ReadsRanges) {
  const Bound range = bound("1..12");
  EXPECT_EQ(range.kind, Bound::Kind::range);
  EXPECT_EQ(range.low, 1);
  EXPECT_EQ(range.high, 12);
}

TEST(Bound, ReadsWhatIsRelativeToANeighbour) {
  const Bound plus = bound("<= @reason=compiled-out + 64");
  EXPECT_EQ(plus.kind, Bound::Kind::at_most);
  ASSERT_TRUE(plus.relative_to.has_value());
  EXPECT_EQ(plus.relative_to->text(), "@reason=compiled-out");
  EXPECT_EQ(plus.low, 64);
  const Bound bare = bound("< @decision=run & fips=1");
  EXPECT_EQ(bare.relative_to->text(), "@decision=run & fips=1");
  EXPECT_EQ(bare.low, 0);
}

TEST(Bound, RefusesEverythingElse) {
  for (const char* const text :
       {"", "5", "nan", "> 3", "= 3", "<=", "<= 3 4", "3..1", "1..", "..2",
        "1..2..3", ">= inf", "<= @reason= + 4", "passes"}) {
    EXPECT_FALSE(parse_bound(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace heed::matrix
