#include "table.h"

#include <algorithm>
#include <ranges>

#include "larval.h"

namespace crypto {
namespace {

const Table::Bucket kEmpty;

template <typename Index>
void add(Index& index, std::string_view key, Alg* alg) {
  index[key].push_back(alg);
}

// The key may be text of the entry that goes: re-key with a remaining one.
template <typename Index, typename KeyOf>
void drop(Index& index, Alg* alg, const KeyOf& key_of) {
  const auto found = index.find(key_of(*alg));
  auto& bucket = found->second;
  bucket.erase(std::ranges::find(bucket, alg));
  if (bucket.empty()) {
    index.erase(found);
    return;
  }
  auto node = index.extract(found);
  node.key() = key_of(*node.mapped().front());
  index.insert(std::move(node));
}

std::string_view name_of(const Alg& alg) { return alg.name; }
std::string_view driver_of(const Alg& alg) { return alg.driver_name; }

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

void Table::link(const std::shared_ptr<Alg>& alg) {
  list_.push_front(alg);
  alg->registration.position = list_.begin();
  alg->registration.is_linked = true;
  add(names_, alg->name, alg.get());
  add(drivers_, alg->driver_name, alg.get());
}

std::shared_ptr<Alg> Table::unlink(Alg& alg) {
  if (!alg.registration.is_linked) {
    return nullptr;
  }
  drop(names_, &alg, name_of);
  drop(drivers_, &alg, driver_of);
  std::shared_ptr<Alg> taken = std::move(*alg.registration.position);
  list_.erase(alg.registration.position);
  alg.registration.is_linked = false;
  return taken;
}

std::shared_ptr<Alg> Table::find(std::string_view name, AlgFlags type,
                                 AlgFlags mask) const {
  const Bucket& drivers = by_driver(name);
  for (auto alg = drivers.rbegin(); alg != drivers.rend(); ++alg) {
    if (is_selected(**alg, type, mask)) {
      return *(*alg)->registration.position;
    }
  }
  const Alg* best = nullptr;
  const Bucket& names = by_name(name);
  for (auto alg = names.rbegin(); alg != names.rend(); ++alg) {
    const int least = best == nullptr ? -2 : best->priority;
    if ((*alg)->priority > least && is_selected(**alg, type, mask)) {
      best = *alg;
    }
  }
  return best == nullptr ? nullptr : *best->registration.position;
}

const Table::Bucket& Table::by_name(std::string_view name) const {
  const auto found = names_.find(name);
  return found == names_.end() ? kEmpty : found->second;
}

const Table::Bucket& Table::by_driver(std::string_view driver) const {
  const auto found = drivers_.find(driver);
  return found == drivers_.end() ? kEmpty : found->second;
}

}  // namespace crypto
