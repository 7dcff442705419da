#include <gtest/gtest.h>

TEST(Toy, IsNeverTried) {
  RecordProperty("obs.skip_reason", "not here");
  GTEST_SKIP() << "not here";
}
