#pragma once

// For tests of whatever prints: the whole output is compared with a file.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

namespace heed::util {

/// TEXT must be FOLDER/testdata/NAME.golden, byte for byte; FOLDER is below
/// harness/. With HEED_REFRESH_GOLDEN=1 in the environment the file is
/// written instead and the test is skipped, so that a refresh is no pass.
inline void expect_golden(const std::string& folder, const std::string& name,
                          const std::string& text) {
  const std::filesystem::path path = std::filesystem::path(HEED_SOURCE_DIR) /
                                     "harness" / folder / "testdata" /
                                     (name + ".golden");
  if (std::getenv("HEED_REFRESH_GOLDEN") != nullptr) {
    std::ofstream(path, std::ios::binary) << text;
    GTEST_SKIP() << "wrote " << path;
  }
  std::ifstream file(path, std::ios::binary);
  ASSERT_TRUE(file) << path << " is missing; HEED_REFRESH_GOLDEN=1 writes it";
  std::ostringstream expected;
  expected << file.rdbuf();
  EXPECT_EQ(text, expected.str()) << "compare with " << path;
}

}  // namespace heed::util
