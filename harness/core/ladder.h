#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace heed::core {

/// Where a value can be seen, from its declaration to what it does.
enum class Rung { r0, r1, r2, r3, r4, r5, r6, r7, r8 };

struct RungRow {
  Rung rung;
  std::string_view name;
  std::string_view what;
  bool is_delivery;  ///< a value that vanishes here was lost on its way; later
                     ///< it arrived and was ignored
};

inline constexpr std::array kRungs = {
    RungRow{Rung::r0, "R0", "declared", true},
    RungRow{Rung::r1, "R1", "passed on a command line", true},
    RungRow{Rung::r2, "R2", "CMakeCache.txt or .config", true},
    RungRow{Rung::r3, "R3", "compile command or config header", true},
    RungRow{Rung::r4, "R4", "preprocessed text", false},
    RungRow{Rung::r5, "R5", "object or binary", false},
    RungRow{Rung::r6, "R6", "loaded value", true},
    RungRow{Rung::r7, "R7", "counters", false},
    RungRow{Rung::r8, "R8", "instruction count and time", false},
};

[[nodiscard]] constexpr const RungRow& row_of(Rung rung) {
  return kRungs[static_cast<std::size_t>(rung)];
}

}  // namespace heed::core
