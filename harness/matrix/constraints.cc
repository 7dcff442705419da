#include "harness/matrix/constraints.h"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <utility>

#include "harness/util/assert.h"
#include "harness/util/format.h"
#include "harness/util/try.h"

namespace heed::matrix {
namespace {

/// Combinations of one group that are tried one by one.
constexpr std::uint64_t kMostTried = 1U << 22U;

/// Whether TARGET has no way to apply SETTING. A kernel symbol is one only
/// for a kernel tree.
bool is_not_applied(const core::Setting& setting, const std::string& target) {
  const bool has_word = setting.stage == core::Stage::build
                            ? !setting.cmake.empty()
                            : !setting.boot.empty();
  return target == "cmake" && !has_word;
}

/// Groups of axes that rules tie together, as a union-find over their places.
class Groups {
 public:
  explicit Groups(std::size_t size) : parent_(size) {
    std::iota(parent_.begin(), parent_.end(), 0U);
  }

  std::size_t find(std::size_t place) {
    while (parent_[place] != place) {
      place = parent_[place] = parent_[parent_[place]];
    }
    return place;
  }

  void join(std::size_t a, std::size_t b) { parent_[find(a)] = find(b); }

 private:
  std::vector<std::size_t> parent_;
};

/// The next combination of AXES in VALUES, last axis fastest; false at the end.
bool advance(const std::vector<const core::Setting*>& axes,
             std::vector<std::size_t>& places, core::Values& values) {
  for (std::size_t i = axes.size(); i-- > 0;) {
    const auto& choices = axes[i]->values;
    places[i] = (places[i] + 1) % choices.size();
    values[axes[i]->name] = choices[places[i]];
    if (places[i] != 0) {
      return true;
    }
  }
  return false;
}

}  // namespace

Constraints::Constraints(const core::Project& project,
                         const std::string& preset)
    : facts_{{"@target", project.target}, {"@preset", preset}} {
  for (const core::Exclude& exclude : project.excludes) {
    rows_.push_back(
        {exclude.when, "", "", true, exclude.id, exclude.when.names()});
  }
  for (const core::Setting& setting : project.settings) {
    if (!setting.depends_on.empty()) {
      const auto condition = core::Condition::parse(setting.depends_on);
      ASSERT(condition.has_value());
      Row row{*condition,
              setting.name,
              setting.default_value,
              false,
              "depends-on:" + setting.name,
              condition->names()};
      row.names.push_back(setting.name);
      rows_.push_back(std::move(row));
    }
  }
  const auto never = core::Condition::parse("false");
  for (const core::Setting& setting : project.settings) {
    if (is_not_applied(setting, project.target)) {
      rows_.push_back({*never,
                       setting.name,
                       setting.default_value,
                       false,
                       "not-on-target",
                       {setting.name}});
    }
  }
}

bool Constraints::is_violated(const Row& row,
                              const core::Values& values) const {
  if (!row.is_exclude && values.at(row.setting) == row.default_value) {
    return false;
  }
  return row.condition.holds(core::lookup_for(values, "", facts_)) ==
         row.is_exclude;
}

std::string Constraints::violated(const core::Values& values) const {
  for (const Row& row : rows_) {
    if (is_violated(row, values)) {
      return row.reason;
    }
  }
  return "";
}

util::Result<std::uint64_t> Constraints::count_group(
    const std::vector<const core::Setting*>& axes,
    const std::vector<const Row*>& rows, core::Values values) const {
  std::uint64_t product = 1;
  for (const core::Setting* const axis : axes) {
    values[axis->name] = axis->values.front();
    product *= axis->values.size();
  }
  if (rows.empty()) {
    return product;
  }
  if (product > kMostTried) {
    return tl::unexpected(util::Error{
        "cannot count the cells", "",
        util::format("exclude and depends_on tie {} settings together, {} "
                     "combinations, more than {}",
                     axes.size(), product, kMostTried),
        "narrow the matrix with -m MODULE"});
  }
  std::uint64_t allowed = 0;
  std::vector<std::size_t> places(axes.size(), 0);
  do {
    allowed +=
        std::none_of(rows.begin(), rows.end(),
                     [&](const Row* row) { return is_violated(*row, values); })
            ? 1
            : 0;
  } while (advance(axes, places, values));
  return allowed;
}

util::Result<std::uint64_t> Constraints::count_allowed(
    const std::vector<core::Setting>& axes, const core::Values& base) const {
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    places.emplace(axes[i].name, i);
  }
  // One place more than axes: the group of rules that no axis concerns.
  Groups groups(axes.size() + 1);
  const auto place_of_row = [&](const Row& row) {
    std::size_t first = axes.size();
    for (const std::string& name : row.names) {
      const auto found = places.find(name);
      if (found != places.end()) {
        if (first != axes.size()) {
          groups.join(first, found->second);
        }
        first = found->second;
      }
    }
    return first;
  };
  std::vector<std::size_t> row_places;
  for (const Row& row : rows_) {
    row_places.push_back(place_of_row(row));
  }
  std::uint64_t allowed = 1;
  for (std::size_t group = 0; group <= axes.size(); ++group) {
    if (groups.find(group) != group) {
      continue;
    }
    std::vector<const core::Setting*> members;
    std::vector<const Row*> rows;
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if (groups.find(i) == group) {
        members.push_back(&axes[i]);
      }
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (groups.find(row_places[i]) == group) {
        rows.push_back(&rows_[i]);
      }
    }
    TRY_ASSIGN(const std::uint64_t count, count_group(members, rows, base));
    allowed *= count;
  }
  return allowed;
}

std::string product_digits(const std::vector<core::Setting>& axes) {
  std::string digits = "1";  // least significant first
  for (const core::Setting& axis : axes) {
    std::uint64_t carry = 0;
    for (char& digit : digits) {
      carry += static_cast<std::uint64_t>(digit - '0') * axis.values.size();
      digit = static_cast<char>('0' + carry % 10);
      carry /= 10;
    }
    for (; carry > 0; carry /= 10) {
      digits += static_cast<char>('0' + carry % 10);
    }
  }
  return {digits.rbegin(), digits.rend()};
}

std::optional<std::uint64_t> to_count(const std::string& digits) {
  std::uint64_t count = 0;
  const char* const end = digits.data() + digits.size();
  const auto [rest, code] = std::from_chars(digits.data(), end, count);
  return code == std::errc() && rest == end ? std::optional(count)
                                            : std::nullopt;
}

}  // namespace heed::matrix
