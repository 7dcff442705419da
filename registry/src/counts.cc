#include "counts.h"

#include <new>

namespace crypto {
Counts::Counts(std::size_t size)
    : stride_(size + kCacheLine / sizeof(std::int64_t)),
      // Zeroed pages that are not there until they are touched.
      values_(static_cast<std::int64_t*>(
          std::calloc(stride_ * processor_slots(), sizeof(std::int64_t)))) {
  if (values_ == nullptr) {
    throw std::bad_alloc();
  }
}

std::int64_t Counts::sum(std::size_t index) const {
  std::int64_t sum = 0;
  for (std::size_t slot = 0; slot < processor_slots(); ++slot) {
    sum += std::atomic_ref<std::int64_t>(values_[slot * stride_ + index])
               .load(std::memory_order_relaxed);
  }
  return sum;
}

}  // namespace crypto
