#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

#include "processor.h"

namespace crypto {

/// Who reads the table without its lock, so that what was taken off it is
/// freed only once nobody can still see it. After the kernel's sleepable RCU.
///
/// A reader counts itself in one of two columns, the one that `column_` names,
/// before it reads the first pointer, and out of the same cell afterwards. A
/// writer unlinks, then calls wait(): that names the other column and waits
/// until the first is empty, twice. A reader that was in when the writer
/// unlinked is in either column and so is waited for. One that counted itself
/// in after its cell was found empty did so after the unlinking and sees it.
/// It may sit in a column that was just waited for (it read `column_` long
/// before); that is why the next wait() drains both. Readers that come
/// meanwhile take the other column: none is waited for without end.
///
/// Sections are short, never block, call nobody and do not nest.
class Readers {
 public:
  Readers();

  class Section {
   public:
    explicit Section(Readers& readers) : cell_(readers.enter()) {}
    Section(const Section&) = delete;
    Section& operator=(const Section&) = delete;
    ~Section() { cell_->fetch_sub(1, std::memory_order_release); }

   private:
    std::atomic<std::uint32_t>* cell_;
  };

  /// Returns once every section that was open has ended. REQUIRES: not called
  /// inside a section. Any thread.
  void wait();

 private:
  struct alignas(kCacheLine) Cells {
    std::array<std::atomic<std::uint32_t>, 2> columns{};
  };

  [[nodiscard]] std::atomic<std::uint32_t>* enter() {
    const std::size_t column = column_.load(std::memory_order_relaxed);
    auto& cell = cells_[processor_slot()].columns[column];
    // A full barrier: no pointer is read before a writer can see this.
    cell.fetch_add(1, std::memory_order_seq_cst);
    return &cell;
  }
  void drain(std::size_t column);

  std::unique_ptr<Cells[]> cells_;
  alignas(kCacheLine) std::atomic<std::size_t> column_{0};
  // One wait at a time.
  std::mutex mutex_;
};

}  // namespace crypto
