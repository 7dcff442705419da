#pragma once

#include <atomic>
#include <cstddef>
#include <iterator>
#include <memory>
#include <string_view>
#include <vector>

#include "crypto/alg.h"
#include "references.h"

namespace crypto {

/// An entry of the table: made for each registration, freed when it is off the
/// table and the last reference has gone.
struct Entry {
  explicit Entry(std::shared_ptr<Alg> subject) : alg(std::move(subject)) {}

  const std::shared_ptr<Alg> alg;
  std::size_t name_hash = 0;
  std::size_t driver_hash = 0;
  /// The chains of the index, newest first; read without the lock.
  std::atomic<Entry*> next_name{nullptr};
  std::atomic<Entry*> next_driver{nullptr};
  /// The list, and what was taken off it; guarded by the registry's lock.
  Entry* newer = nullptr;
  Entry* older = nullptr;
  Entry* next_removed = nullptr;
  References references;
};

/// The list of algorithms and larvals, newest first, with an index by generic
/// and by driver name. The list defines every result; the index finds the same
/// entries without a scan.
///
/// The registry's lock guards it, but for find(): that may also run inside a
/// section of Readers. Every chain leads to older entries only, so it ends, but
/// if somebody writes meanwhile the answer may be none that ever was true: the
/// caller must check that nobody did (see TableLock::version()). Entries must
/// not be freed before such sections have ended. Linking needs no memory, so
/// that what has begun can be finished.
class Table {
 public:
  Table();
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;
  ~Table();

  /// Forward, newest first; an entry may be unlinked once it was passed.
  class Iterator {
   public:
    using value_type = std::shared_ptr<Alg>;
    using difference_type = std::ptrdiff_t;
    Iterator() = default;
    explicit Iterator(const Entry* entry) : entry_(entry) {}
    const std::shared_ptr<Alg>& operator*() const { return entry_->alg; }
    Iterator& operator++() {
      entry_ = entry_->older;
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    const Entry* entry_ = nullptr;
  };
  struct List {
    const Entry* head;
    [[nodiscard]] Iterator begin() const { return Iterator(head); }
    [[nodiscard]] Iterator end() const { return Iterator(); }
  };

  /// Adds at the head. REQUIRES: the algorithm is not linked; both its names
  /// stay as they are.
  Entry& link(std::unique_ptr<Entry> entry);
  /// Takes off the list, if it is there. The caller has then to wait for the
  /// readers and to close the entry's references.
  Entry* unlink(Alg& alg);

  /// The kernel's scan: the first driver-name match, else the generic match
  /// with the greatest priority, the newest of equals. Moribund entries do not
  /// count; flags in `mask` must equal `type`. Null if there is none.
  [[nodiscard]] Entry* find(std::string_view name, AlgFlags type,
                            AlgFlags mask) const;

  /// The newest entry of that name, and the next after one; null at the end.
  [[nodiscard]] Entry* by_name(std::string_view name) const;
  [[nodiscard]] Entry* by_driver(std::string_view driver) const;
  [[nodiscard]] static Entry* next_by_name(const Entry& entry);
  [[nodiscard]] static Entry* next_by_driver(const Entry& entry);

  [[nodiscard]] List list() const { return {head_}; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  using Chain = std::atomic<Entry*>;
  /// Where the chains begin; a power of two.
  struct Heads {
    explicit Heads(std::size_t size)
        : mask(size - 1), names(size), drivers(size) {}
    std::size_t mask;
    std::vector<Chain> names;
    std::vector<Chain> drivers;
  };

  void grow();
  void index(Heads& heads, Entry& entry);

  Entry* head_ = nullptr;
  Entry* tail_ = nullptr;
  std::size_t size_ = 0;
  // Those outgrown stay for readers: together no larger than the last.
  std::vector<std::unique_ptr<Heads>> generations_;
  std::atomic<Heads*> heads_;
};

[[nodiscard]] inline bool is_moribund(const Alg& alg) {
  return (alg.flags & (kAlgDead | kAlgDying)) != 0;
}

[[nodiscard]] inline bool is_larval(const Alg& alg) {
  return (alg.flags & kAlgLarval) != 0;
}

}  // namespace crypto
