#include "harness/util/clock.h"

#include <gtest/gtest.h>

#include "harness/util/error.h"

namespace heed::util {
namespace {

TEST(Clock, WritesUtcWithSeconds) {
  const std::chrono::system_clock::time_point time(
      std::chrono::seconds(1799917391));
  EXPECT_EQ(rfc3339(time), "2027-01-14T09:03:11Z");
  EXPECT_EQ(compact_utc(time), "20270114T090311Z");
}

TEST(Error, LeavesOutPartsThatDoNotApply) {
  EXPECT_EQ(
      (Error{"cannot configure", "3f9a", "cmake exited 1", "log: x"}.text()),
      "cannot configure 3f9a: cmake exited 1 (log: x)");
  EXPECT_EQ((Error{"cannot read", "", "", ""}.text()), "cannot read");
}

}  // namespace
}  // namespace heed::util
