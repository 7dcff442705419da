#include "harness/plan/plan_json.h"

#include <limits>

#include <gtest/gtest.h>

#include "harness/plan/plan.h"
#include "harness/plan/small_expansion.h"

namespace heed::plan {
namespace {

core::Plan plan() {
  core::Expansion expansion = small_expansion();
  expansion.left_out.push_back({expansion.cells.back(), "excluded", "x"});
  expansion.cells.pop_back();
  expansion.product = std::numeric_limits<std::uint64_t>::max();
  expansion.excluded = 1;
  expansion.sampled_out = expansion.product - 4;
  return make_plan(expansion, {});
}

std::string why(const util::Json& json) {
  const auto read = plan_from_json(json);
  return read ? "it was read" : read.error().why;
}

TEST(PlanJson, SurvivesItsText) {
  const auto json = util::parse_json(util::to_text(to_json(plan())), "plan");
  ASSERT_TRUE(json.has_value());
  EXPECT_EQ(plan_from_json(*json), plan());
}

TEST(PlanJson, WritesLargeCountsAsDigits) {
  const util::Json json = to_json(plan());
  EXPECT_EQ(json["schema"], "heed-plan-1");
  EXPECT_EQ(json["counts"]["product"], "18446744073709551615");
  EXPECT_EQ(json["counts"]["run"], 3);
  EXPECT_EQ(json["counts"]["excluded"], "1");
}

TEST(PlanJson, SaysEachDeclarationOnce) {
  const std::string text = util::to_text(to_json(plan()));
  const std::size_t first = text.find("\"default\": \"OFF\"");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(text.find("\"default\": \"OFF\"", first + 1), std::string::npos);
}

TEST(PlanJson, RefusesWhatIsNoPlan) {
  EXPECT_EQ(why(util::Json::object()), "expected a value at /schema");
  EXPECT_EQ(why(util::Json()), "expected an object at /");
  util::Json json = to_json(plan());
  json["schema"] = "heed-plan-2";
  EXPECT_EQ(why(json), "expected heed-plan-1 at /schema, not heed-plan-2");
  json = to_json(plan());
  json["counts"]["product"] = "12x";
  EXPECT_EQ(why(json), "expected digits in /counts");
  json["counts"]["product"] = "18446744073709551616";
  EXPECT_EQ(why(json), "expected digits in /counts");
  json["counts"]["product"] = "12";
  EXPECT_EQ(why(json), "the counts do not add up");
  json = to_json(plan());
  json["cells"].erase(0);
  EXPECT_EQ(why(json), "the digest is not that of its cells");
}

}  // namespace
}  // namespace heed::plan
