#include "processor.h"

#include <algorithm>
#include <bit>
#include <thread>

namespace crypto {
namespace {

constexpr unsigned kMaxSlots = 16;

}  // namespace

std::size_t processor_slots() {
  static const std::size_t slots = std::clamp(
      std::bit_ceil(std::thread::hardware_concurrency()), 1U, kMaxSlots);
  return slots;
}

}  // namespace crypto
