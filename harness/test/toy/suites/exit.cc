#include <cstdlib>

#include <gtest/gtest.h>

TEST(Toy, LeavesEarly) { std::exit(0); }

TEST(Toy, IsNeverReached) { EXPECT_EQ(2 + 2, 5); }
