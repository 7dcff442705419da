#include "processor.h"

#include <algorithm>
#include <bit>
#include <thread>

#include <sched.h>

namespace crypto {
namespace {

constexpr unsigned kMaxSlots = 16;

}  // namespace

std::size_t processor_slots() {
  static const std::size_t slots = std::clamp(
      std::bit_ceil(std::thread::hardware_concurrency()), 1U, kMaxSlots);
  return slots;
}

std::size_t processor_slot() {
  const int processor = sched_getcpu();
  return static_cast<std::size_t>(std::max(processor, 0)) &
         (processor_slots() - 1);
}

}  // namespace crypto
