#pragma once

#include <string_view>

namespace heed::core {

/// Of heed itself: the project version of CMakeLists.txt.
inline constexpr std::string_view kVersion = HEED_VERSION;

}  // namespace heed::core
