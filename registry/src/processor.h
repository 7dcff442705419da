#pragma once

#include <cstddef>
#include <cstdint>

namespace crypto {

/// What is written by many threads is kept once for each processor, so that no
/// two running threads write one cache line. Which copy a thread takes is only
/// a matter of speed: it may move at any time, and sums do not depend on it.
inline constexpr std::size_t kCacheLine = 64;

/// The number of copies: a power of two, at least as many as processors but
/// never above 16, for memory's sake.
[[nodiscard]] std::size_t processor_slots();
/// The copy of the processor that the caller runs on.
[[nodiscard]] std::size_t processor_slot();

}  // namespace crypto
