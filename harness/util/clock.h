#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace heed::util {

/// The clock is a function object, passed in, so that tests set the time.
using Clock = std::function<std::chrono::system_clock::time_point()>;

/// RFC 3339 in UTC with seconds: "2027-01-14T09:03:11Z".
[[nodiscard]] std::string rfc3339(std::chrono::system_clock::time_point time);

/// The same without separators, for run ids: "20270114T090311Z".
[[nodiscard]] std::string compact_utc(
    std::chrono::system_clock::time_point time);

}  // namespace heed::util
