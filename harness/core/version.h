#pragma once

#include <string_view>

namespace heed::core {

/// Of heed itself: the project version of CMakeLists.txt.
[[nodiscard]] std::string_view version();

}  // namespace heed::core
