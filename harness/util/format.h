#pragma once

// The one home of fmt: std::format is absent from gcc 12.
#include <fmt/format.h>

namespace heed::util {
using fmt::format;
}  // namespace heed::util
