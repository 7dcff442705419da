#include <cstdlib>

#include <gtest/gtest.h>

TEST(Toy, Aborts) { std::abort(); }
