#pragma once
namespace config {
inline constexpr bool selftests_compiled = true;
inline constexpr const char* lto = "thin";
}
#define TOY 3 + 4
