#include "table.h"

#include <functional>
#include <new>
#include <utility>

#include "larval.h"

namespace crypto {
namespace {

constexpr std::size_t kFirstSize = 64;

std::size_t hash_of(std::string_view text) {
  return std::hash<std::string_view>()(text);
}

// The two indexes, each with its chain, hash and name.
struct ByName {
  static std::atomic<Entry*>& next(Entry& entry) { return entry.next_name; }
  static std::size_t hash(const Entry& entry) { return entry.name_hash; }
  static std::string_view key(const Entry& entry) { return entry.alg->name; }
};

struct ByDriver {
  static std::atomic<Entry*>& next(Entry& entry) { return entry.next_driver; }
  static std::size_t hash(const Entry& entry) { return entry.driver_hash; }
  static std::string_view key(const Entry& entry) {
    return entry.alg->driver_name;
  }
};

// The next entry of a chain, from `entry` on, that is called so.
template <typename Index>
Entry* match(Entry* entry, std::size_t hash, std::string_view name) {
  while (entry != nullptr &&
         (Index::hash(*entry) != hash || Index::key(*entry) != name)) {
    entry = Index::next(*entry).load(std::memory_order_acquire);
  }
  return entry;
}

template <typename Index>
Entry* first(const std::vector<std::atomic<Entry*>>& heads, std::size_t hash,
             std::string_view name) {
  const auto& head = heads[hash & (heads.size() - 1)];
  return match<Index>(head.load(std::memory_order_acquire), hash, name);
}

template <typename Index>
Entry* next_match(const Entry& entry) {
  auto& current = const_cast<Entry&>(entry);
  return match<Index>(Index::next(current).load(std::memory_order_acquire),
                      Index::hash(entry), Index::key(entry));
}

template <typename Index>
void push(std::atomic<Entry*>& head, Entry& entry) {
  Index::next(entry).store(head.load(std::memory_order_relaxed),
                           std::memory_order_release);
  head.store(&entry, std::memory_order_release);
}

// The entry keeps its own pointer: who stands on it must find the way on.
template <typename Index>
void drop(std::atomic<Entry*>& head, Entry& entry) {
  std::atomic<Entry*>* link = &head;
  while (link->load(std::memory_order_relaxed) != &entry) {
    link = &Index::next(*link->load(std::memory_order_relaxed));
  }
  link->store(Index::next(entry).load(std::memory_order_relaxed),
              std::memory_order_release);
}

bool is_selected(const Alg& alg, AlgFlags type, AlgFlags mask) {
  if (is_moribund(alg) || ((alg.flags ^ type) & mask) != 0) {
    return false;
  }
  // A request larval answers only those who asked with the same mask.
  if (is_larval(alg)) {
    const auto& larval = static_cast<const Larval&>(alg);
    return larval.is_test || larval.mask == mask;
  }
  return true;
}

}  // namespace

Table::Table() {
  generations_.push_back(std::make_unique<Heads>(kFirstSize));
  heads_ = generations_.back().get();
}

Table::~Table() {
  while (head_ != nullptr) {
    Entry* entry = unlink(*head_->alg);
    if (entry->references.close()) {
      const std::unique_ptr<Entry> last(entry);
    }
  }
}

Entry& Table::link(std::unique_ptr<Entry> owned) {
  // The table's own reference; dropped by References::close().
  Entry& entry = *owned.release();
  if (size_ > heads_.load()->mask) {
    grow();
  }
  entry.name_hash = hash_of(entry.alg->name);
  entry.driver_hash = hash_of(entry.alg->driver_name);
  entry.older = head_;
  (head_ == nullptr ? tail_ : head_->newer) = &entry;
  head_ = &entry;
  ++size_;
  entry.alg->registration.entry = &entry;
  index(*heads_.load(), entry);
  return entry;
}

void Table::index(Heads& heads, Entry& entry) {
  push<ByName>(heads.names[entry.name_hash & heads.mask], entry);
  push<ByDriver>(heads.drivers[entry.driver_hash & heads.mask], entry);
}

// Without memory the chains only become longer. A reader who is led from one
// chain into another finds less than there is, and then that somebody wrote.
void Table::grow() {
  try {
    generations_.push_back(
        std::make_unique<Heads>(2 * (heads_.load()->mask + 1)));
  } catch (const std::bad_alloc&) {
    return;
  }
  Heads& larger = *generations_.back();
  for (Entry* entry = tail_; entry != nullptr; entry = entry->newer) {
    index(larger, *entry);
  }
  heads_ = &larger;
}

Entry* Table::unlink(Alg& alg) {
  Entry* entry = alg.registration.entry.exchange(nullptr);
  if (entry == nullptr) {
    return nullptr;
  }
  Heads& heads = *heads_.load();
  drop<ByName>(heads.names[entry->name_hash & heads.mask], *entry);
  drop<ByDriver>(heads.drivers[entry->driver_hash & heads.mask], *entry);
  (entry->newer == nullptr ? head_ : entry->newer->older) = entry->older;
  (entry->older == nullptr ? tail_ : entry->older->newer) = entry->newer;
  --size_;
  return entry;
}

Entry* Table::find(std::string_view name, AlgFlags type, AlgFlags mask) const {
  const Heads& heads = *heads_.load(std::memory_order_acquire);
  const std::size_t hash = hash_of(name);
  for (Entry* entry = first<ByDriver>(heads.drivers, hash, name);
       entry != nullptr; entry = next_by_driver(*entry)) {
    if (is_selected(*entry->alg, type, mask)) {
      return entry;
    }
  }
  Entry* best = nullptr;
  for (Entry* entry = first<ByName>(heads.names, hash, name); entry != nullptr;
       entry = next_by_name(*entry)) {
    const int least = best == nullptr ? -2 : best->alg->priority;
    if (entry->alg->priority > least && is_selected(*entry->alg, type, mask)) {
      best = entry;
    }
  }
  return best;
}

Entry* Table::by_name(std::string_view name) const {
  return first<ByName>(heads_.load(std::memory_order_acquire)->names,
                       hash_of(name), name);
}

Entry* Table::by_driver(std::string_view driver) const {
  return first<ByDriver>(heads_.load(std::memory_order_acquire)->drivers,
                         hash_of(driver), driver);
}

Entry* Table::next_by_name(const Entry& entry) {
  return next_match<ByName>(entry);
}

Entry* Table::next_by_driver(const Entry& entry) {
  return next_match<ByDriver>(entry);
}

}  // namespace crypto
