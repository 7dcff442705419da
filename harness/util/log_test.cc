#include "harness/util/log.h"

#include <string>

#include <gtest/gtest.h>

namespace heed::util {
namespace {

std::string written(LogLevel level) {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* const stream = open_memstream(&text, &size);
  Log log(level, stream);
  log.error("error");
  log.info("info");
  log.detail("detail");
  std::fclose(stream);
  std::string out(text, size);
  std::free(text);
  return out;
}

TEST(Log, SaysAsMuchAsItsLevel) {
  EXPECT_EQ(written(LogLevel::quiet), "error\n");
  EXPECT_EQ(written(LogLevel::normal), "error\ninfo\n");
  EXPECT_EQ(written(LogLevel::verbose), "error\ninfo\ndetail\n");
}

}  // namespace
}  // namespace heed::util
