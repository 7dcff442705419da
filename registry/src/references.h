#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "processor.h"

namespace crypto {

/// Counts the references to an entry of the table, its own included; whoever
/// drops the last one is told so. After the kernel's percpu_ref.
///
/// While the entry is listed nobody needs the sum: the central count has a
/// bias, so it never is zero, and an entry that is used often counts once for
/// each processor. close() gathers: it takes each count out and leaves a
/// negative number behind that no references can make up for, so whoever comes
/// later sees it and goes to the central count. Then the bias goes, and the
/// central count is exact. A reference whose release is under way has not left
/// the central count before its last access, so the entry lives until then.
class References {
 public:
  References() = default;
  References(const References&) = delete;
  References& operator=(const References&) = delete;

  /// REQUIRES: not closed.
  void acquire() {
    if (!add_to_cell(1)) {
      acquire_central();
    }
  }
  /// True if this was the last one.
  [[nodiscard]] bool release() {
    return !add_to_cell(-1) &&
           central_.fetch_sub(1, std::memory_order_acq_rel) == 1;
  }
  /// Drops the entry's own; true if that was the last. Once, and after every
  /// acquire() by those who have no reference.
  [[nodiscard]] bool close();
  /// Exact only while nobody acquires or releases. REQUIRES: not closed.
  [[nodiscard]] std::int64_t count() const;

 private:
  struct alignas(kCacheLine) Cell {
    std::atomic<std::int64_t> count{0};
  };

  void spread();
  void acquire_central();
  // False where there are none, or what they counted is gathered already.
  [[nodiscard]] bool add_to_cell(std::int64_t n) {
    Cell* cells = cells_.load(std::memory_order_acquire);
    return cells != nullptr &&
           cells[processor_slot()].count.fetch_add(
               n, std::memory_order_acq_rel) >= kGathered / 2;
  }

  static constexpr std::int64_t kBias = std::int64_t{1} << 60;
  static constexpr std::int64_t kGathered = -(std::int64_t{1} << 62);

  std::atomic<std::int64_t> central_{kBias + 1};
  std::atomic<std::uint32_t> uses_{0};
  std::atomic<Cell*> cells_{nullptr};
  std::unique_ptr<Cell[]> owned_;
};

}  // namespace crypto
