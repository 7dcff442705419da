#pragma once

#include <list>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "crypto/alg.h"

namespace crypto {

/// The list of algorithms and larvals, newest first, with an index by generic
/// and by driver name. The list defines every result; the index finds the same
/// entries without a scan. Not locked: the registry's lock guards it.
class Table {
 public:
  using List = std::list<std::shared_ptr<Alg>>;
  /// Oldest first.
  using Bucket = std::vector<Alg*>;

  /// Adds at the head. REQUIRES: not linked; both names stay as they are.
  void link(const std::shared_ptr<Alg>& alg);
  /// Takes off the list, if it is there; returns the list's reference.
  std::shared_ptr<Alg> unlink(Alg& alg);

  /// The kernel's scan: the first driver-name match, else the generic match
  /// with the greatest priority, the newest of equals. Moribund entries do not
  /// count; flags in `mask` must equal `type`. Null if there is none.
  [[nodiscard]] std::shared_ptr<Alg> find(std::string_view name, AlgFlags type,
                                          AlgFlags mask) const;

  [[nodiscard]] const Bucket& by_name(std::string_view name) const;
  [[nodiscard]] const Bucket& by_driver(std::string_view driver) const;
  [[nodiscard]] const List& list() const { return list_; }

 private:
  using Index = std::unordered_map<std::string_view, Bucket>;

  List list_;
  // Keys are the names of the first entry of each bucket.
  Index names_;
  Index drivers_;
};

[[nodiscard]] inline bool is_moribund(const Alg& alg) {
  return (alg.flags & (kAlgDead | kAlgDying)) != 0;
}

[[nodiscard]] inline bool is_larval(const Alg& alg) {
  return (alg.flags & kAlgLarval) != 0;
}

}  // namespace crypto
