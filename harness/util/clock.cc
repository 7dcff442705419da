#include "harness/util/clock.h"

#include <array>
#include <ctime>

namespace heed::util {
namespace {

std::string formatted(std::chrono::system_clock::time_point time,
                      const char* pattern) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  std::array<char, 32> text{};
  const std::size_t size =
      std::strftime(text.data(), text.size(), pattern, &utc);
  return {text.data(), size};
}

}  // namespace

std::string rfc3339(std::chrono::system_clock::time_point time) {
  return formatted(time, "%Y-%m-%dT%H:%M:%SZ");
}

std::string compact_utc(std::chrono::system_clock::time_point time) {
  return formatted(time, "%Y%m%dT%H%M%SZ");
}

}  // namespace heed::util
