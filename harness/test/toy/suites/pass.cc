#include <gtest/gtest.h>

TEST(Toy, Adds) { EXPECT_EQ(2 + 2, 4); }
