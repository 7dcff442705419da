#include "harness/util/nearest.h"

#include <vector>

#include <gtest/gtest.h>

namespace heed::util {
namespace {

const std::vector<std::string> kKnown = {"--fresh", "--fail-fast", "--junit"};

TEST(Nearest, FindsASlipOfTheHand) {
  EXPECT_EQ(nearest("--frehs", kKnown), "--fresh");
  EXPECT_EQ(nearest("--failfast", kKnown), "--fail-fast");
}

TEST(Nearest, GuessesNothingFarAway) {
  EXPECT_EQ(nearest("--zzzzzzzz", kKnown), "");
  EXPECT_EQ(nearest("anything", {}), "");
}

}  // namespace
}  // namespace heed::util
