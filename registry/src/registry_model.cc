#include "registry_model.h"

#include <algorithm>
#include <cerrno>

namespace crypto::testing {

Model::Items::iterator Model::by_driver(std::string_view driver) {
  return std::ranges::find(items_, driver, &Item::driver);
}

const Model::Item* Model::scan(std::string_view name, bool usable) const {
  const Item* best = nullptr;
  for (const Item& item : items_) {
    if (usable && !item.is_usable) {
      continue;
    }
    if (item.driver == name) {
      return &item;
    }
    if (item.name == name &&
        item.priority > (best == nullptr ? -2 : best->priority)) {
      best = &item;
    }
  }
  return best;
}

std::optional<Model::Found> Model::scan_both(std::string_view name) const {
  if (const Item* item = scan(name, true)) {
    return Found{0, item->driver};
  }
  if (scan(name, false) != nullptr) {
    return Found{ELIBBAD, {}};
  }
  return std::nullopt;
}

bool Model::collides(const std::string& name, const std::string& driver) const {
  return std::ranges::any_of(items_, [&](const Item& item) {
    return item.driver == driver || item.driver == name || item.name == driver;
  });
}

bool Model::depends_on(const Item& item, const Item& inner) {
  if (&item == &inner) {
    return true;
  }
  const auto next = by_driver(item.inner);
  return next != items_.end() && depends_on(*next, inner);
}

// Instances built on a driver, and what is built on them; not what `keep`
// itself is built on.
void Model::remove_users(const std::string& driver, const Item* keep) {
  std::vector<std::string> users;
  for (const Item& item : items_) {
    if (item.inner == driver) {
      users.push_back(item.driver);
    }
  }
  for (const std::string& user : users) {
    remove_users(user, keep);
    const auto item = by_driver(user);
    if (item != items_.end() &&
        (keep == nullptr || !depends_on(*keep, *item))) {
      items_.erase(item);
    }
  }
}

void Model::finish(const Item& item) {
  std::vector<std::string> outdone;
  for (const Item& other : items_) {
    if (&other != &item && other.name == item.name &&
        other.priority <= item.priority) {
      outdone.push_back(other.driver);
    }
  }
  for (const std::string& driver : outdone) {
    remove_users(driver, &item);
  }
}

int Model::register_alg(const std::string& name, const std::string& driver,
                        int priority, SelfTest selftest) {
  if (name.empty() || driver.empty() || name.size() >= kMaxAlgName ||
      driver.size() >= kMaxAlgName || priority < 0) {
    return EINVAL;
  }
  if (collides(name, driver)) {
    return EEXIST;
  }
  items_.push_front({.name = name,
                     .driver = driver,
                     .priority = priority,
                     .is_usable = selftest != SelfTest::fails,
                     .inner = {}});
  if (items_.front().is_usable) {
    finish(items_.front());
  }
  return 0;
}

bool Model::unregister_alg(const std::string& driver) {
  const auto item = by_driver(driver);
  if (item == items_.end()) {
    return false;
  }
  remove_users(driver, nullptr);
  items_.erase(item);
  return true;
}

int Model::register_template() {
  return std::exchange(has_template_, true) ? EEXIST : 0;
}

void Model::unregister_template() {
  has_template_ = false;
  std::erase_if(items_, [](const Item& item) { return !item.inner.empty(); });
}

// `tmpl(argument)`; ENOENT for all else.
int Model::instantiate(const std::string& name) {
  const std::string open = tmpl_ + '(';
  if (!has_template_ || !name.starts_with(open) || !name.ends_with(')')) {
    return ENOENT;
  }
  const Found inner =
      lookup(name.substr(open.size(), name.size() - open.size() - 1));
  if (inner.code != 0) {
    return inner.code;
  }
  const auto item = by_driver(inner.driver);
  const std::string generic = open + item->name + ')';
  const std::string driver = open + item->driver + ')';
  if (generic.size() >= kMaxAlgName || driver.size() >= kMaxAlgName) {
    return ENAMETOOLONG;
  }
  if (collides(generic, driver)) {
    return EEXIST;
  }
  items_.push_front({.name = generic,
                     .driver = driver,
                     .priority = item->priority,
                     .is_usable = true,
                     .inner = inner.driver});
  finish(items_.front());
  return 0;
}

Model::Found Model::lookup(const std::string& name) {
  if (auto found = scan_both(name)) {
    return *found;
  }
  if (modules_.contains(name) &&
      register_alg(name, name + "-module", 1, SelfTest::passes) == 0) {
    return *scan_both(name);
  }
  const int code = instantiate(name);
  if (code != 0 && code != EEXIST) {
    return {code, {}};
  }
  const auto found = scan_both(name);
  return found ? *found : Found{code == 0 ? EAGAIN : code, {}};
}

std::vector<std::string> Model::table() const {
  std::vector<std::string> lines;
  for (const Item& item : items_) {
    lines.push_back(item.name + ' ' + item.driver + ' ' +
                    std::to_string(item.priority) +
                    (item.is_usable ? " usable" : " failed"));
  }
  return lines;
}

}  // namespace crypto::testing
