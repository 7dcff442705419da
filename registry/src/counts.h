#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "processor.h"

namespace crypto {

/// Sums to which many threads add at once, each to the copy of its processor.
/// Memory is only taken up by what is counted: what was never written reads as
/// zero. Any thread.
class Counts {
 public:
  /// Throws std::bad_alloc.
  explicit Counts(std::size_t size);

  void add(std::size_t index, std::int64_t n) {
    std::atomic_ref<std::int64_t>(values_[processor_slot() * stride_ + index])
        .fetch_add(n, std::memory_order_relaxed);
  }
  /// Exact while nobody adds.
  [[nodiscard]] std::int64_t sum(std::size_t index) const;

 private:
  struct Free {
    void operator()(std::int64_t* memory) const { std::free(memory); }
  };

  // With room between the copies, so that they share no cache line.
  std::size_t stride_;
  std::unique_ptr<std::int64_t[], Free> values_;
};

}  // namespace crypto
