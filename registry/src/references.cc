#include "references.h"

#include <new>

namespace crypto {
namespace {

// So many uses are worth the memory.
constexpr std::uint32_t kOften = 32;

}  // namespace

void References::acquire_central() {
  central_.fetch_add(1, std::memory_order_relaxed);
  if (uses_.fetch_add(1, std::memory_order_relaxed) == kOften) {
    spread();
  }
}

// Called once, by the user who reaches the number. Memory that is not to be
// had is no error: the central count serves as well.
void References::spread() {
  owned_.reset(new (std::nothrow) Cell[processor_slots()]);
  cells_.store(owned_.get(), std::memory_order_release);
}

bool References::close() {
  std::int64_t gathered = 0;
  if (Cell* cells = cells_.load(std::memory_order_acquire)) {
    for (std::size_t slot = 0; slot < processor_slots(); ++slot) {
      gathered +=
          cells[slot].count.exchange(kGathered, std::memory_order_acq_rel);
    }
  }
  const std::int64_t change = gathered - kBias - 1;
  return central_.fetch_add(change, std::memory_order_acq_rel) + change == 0;
}

std::int64_t References::count() const {
  std::int64_t sum = central_.load(std::memory_order_relaxed);
  if (const Cell* cells = cells_.load(std::memory_order_acquire)) {
    for (std::size_t slot = 0; slot < processor_slots(); ++slot) {
      sum += cells[slot].count.load(std::memory_order_relaxed);
    }
  }
  return sum - kBias;
}

}  // namespace crypto
