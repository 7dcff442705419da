#pragma once

#include <list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "crypto/alg.h"

namespace crypto::testing {

/// The registry as a few sequential rules, written from its specification and
/// sharing nothing with its sources: one list, scanned from its head; tests
/// are over as soon as an algorithm is registered; one template with one
/// argument, whose instances are never tested.
class Model {
 public:
  enum class SelfTest : std::uint8_t { none, passes, fails };

  struct Item {
    std::string name;
    std::string driver;
    int priority = 0;
    bool is_usable = false;
    /// The driver it is built on; empty unless an instance.
    std::string inner;
  };

  explicit Model(std::string tmpl) : tmpl_(std::move(tmpl)) {}

  /// Each returns 0 or a positive errno.
  int register_alg(const std::string& name, const std::string& driver,
                   int priority, SelfTest selftest);
  /// False if there is none such.
  bool unregister_alg(const std::string& driver);
  int register_template();
  void unregister_template();
  /// A name that a module brings once it is asked for, by itself.
  void add_module(const std::string& name) { modules_.insert(name); }
  /// The driver found, or the error.
  struct Found {
    int code = 0;
    std::string driver;
    friend bool operator==(const Found&, const Found&) = default;
  };
  Found lookup(const std::string& name);

  /// Newest first: `name driver priority usable`.
  [[nodiscard]] std::vector<std::string> table() const;

 private:
  using Items = std::list<Item>;

  [[nodiscard]] Items::iterator by_driver(std::string_view driver);
  [[nodiscard]] const Item* scan(std::string_view name, bool usable) const;
  [[nodiscard]] std::optional<Found> scan_both(std::string_view name) const;
  [[nodiscard]] bool collides(const std::string& name,
                              const std::string& driver) const;
  [[nodiscard]] bool depends_on(const Item& item, const Item& inner);
  void remove_users(const std::string& driver, const Item* keep);
  void finish(const Item& item);
  int instantiate(const std::string& name);

  std::string tmpl_;
  bool has_template_ = false;
  std::set<std::string> modules_;
  Items items_;
};

}  // namespace crypto::testing
