#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace crypto {

/// Sums to which many threads add at once, each to the copy of its processor.
/// Memory is only taken up by what is counted: what was never written reads as
/// zero. Any thread.
class Counts {
 public:
  /// Throws std::bad_alloc.
  explicit Counts(std::size_t size);

  void add(std::size_t index, std::int64_t n);
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
