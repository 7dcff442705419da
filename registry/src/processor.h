#pragma once

#include <cstddef>
#include <cstdint>

#include <sched.h>

namespace crypto {

/// What is written by many threads is kept once for each processor, so that no
/// two running threads write one cache line. Which copy a thread takes is only
/// a matter of speed: it may move at any time, and sums do not depend on it.
inline constexpr std::size_t kCacheLine = 64;

/// The number of copies: a power of two, at least as many as processors but
/// never above 16, for memory's sake.
[[nodiscard]] std::size_t processor_slots();
/// The copy of the processor that the caller runs on, or ran on a moment ago:
/// the system is asked only now and then.
[[nodiscard]] inline std::size_t processor_slot() {
  constexpr unsigned kUses = 64;
  struct Last {
    unsigned uses_left;
    std::size_t slot;
  };
  static thread_local Last last{0, 0};
  if (last.uses_left == 0) {
    const int processor = sched_getcpu();
    last.uses_left = kUses;
    last.slot = static_cast<std::size_t>(processor < 0 ? 0 : processor) &
                (processor_slots() - 1);
  }
  --last.uses_left;
  return last.slot;
}

}  // namespace crypto
