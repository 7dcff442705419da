#include <gtest/gtest.h>

TEST(Toy, AddsWrongly) { EXPECT_EQ(2 + 2, 5); }
