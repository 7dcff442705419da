#include "readers.h"

#include <thread>

namespace crypto {

Readers::Readers() : cells_(std::make_unique<Cells[]>(processor_slots())) {}

void Readers::wait() {
  const std::lock_guard lock(mutex_);
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t old = column_.load(std::memory_order_relaxed);
    column_.store(1 - old, std::memory_order_seq_cst);
    drain(old);
  }
}

void Readers::drain(std::size_t column) {
  for (std::size_t slot = 0; slot < processor_slots(); ++slot) {
    // An RMW, so that it is ordered with the reader's.
    while (cells_[slot].columns[column].fetch_add(
               0, std::memory_order_seq_cst) != 0) {
      std::this_thread::yield();
    }
  }
}

}  // namespace crypto
