// Random small models against brute force that shares nothing with expand().
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "harness/matrix/expand.h"
#include "harness/matrix/small_model.h"

namespace heed::matrix {
namespace {

/// "sI=V & sJ=W": also known as numbers, for the brute force.
struct Pair {
  std::size_t i = 0;
  int v = 0;
  std::size_t j = 0;
  int w = 0;

  [[nodiscard]] std::string text() const {
    return "s" + std::to_string(i) + "=" + std::to_string(v) + " & s" +
           std::to_string(j) + "=" + std::to_string(w);
  }
  [[nodiscard]] bool holds(const std::vector<int>& row) const {
    return row[i] == v && row[j] == w;
  }
};

struct Model {
  std::vector<int> sizes;
  std::vector<Pair> excludes;
  std::vector<std::pair<std::size_t, Pair>> depends;  ///< setting, condition

  [[nodiscard]] core::Project project() const {
    std::vector<std::pair<std::string, int>> settings;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      settings.emplace_back("s" + std::to_string(i), sizes[i]);
    }
    core::Project made = model(settings);
    for (const Pair& pair : excludes) {
      made.excludes.push_back({"x" + std::to_string(made.excludes.size()),
                               *core::Condition::parse(pair.text()), ""});
    }
    for (const auto& [setting, pair] : depends) {
      made.settings[setting].depends_on = pair.text();
    }
    return made;
  }

  [[nodiscard]] bool allows(const std::vector<int>& row) const {
    for (const Pair& pair : excludes) {
      if (pair.holds(row)) {
        return false;
      }
    }
    for (const auto& [setting, pair] : depends) {
      if (row[setting] != 0 && !pair.holds(row)) {
        return false;
      }
    }
    return true;
  }
};

Pair random_pair(const std::vector<int>& sizes) {
  Pair pair;
  pair.i = *rc::gen::inRange<std::size_t>(0, sizes.size());
  pair.j = *rc::gen::inRange<std::size_t>(0, sizes.size());
  pair.v = *rc::gen::inRange(0, sizes[pair.i]);
  pair.w = *rc::gen::inRange(0, sizes[pair.j]);
  return pair;
}

Model random_model() {
  Model made;
  const int count = *rc::gen::inRange(1, 6);
  for (int i = 0; i < count; ++i) {
    made.sizes.push_back(*rc::gen::inRange(1, 4));
  }
  const int excludes = *rc::gen::inRange(0, 4);
  for (int i = 0; i < excludes; ++i) {
    made.excludes.push_back(random_pair(made.sizes));
  }
  if (*rc::gen::arbitrary<bool>()) {
    made.depends.emplace_back(
        *rc::gen::inRange<std::size_t>(0, made.sizes.size()),
        random_pair(made.sizes));
  }
  return made;
}

std::vector<std::vector<int>> all_rows(const std::vector<int>& sizes) {
  std::vector<std::vector<int>> rows = {{}};
  for (const int size : sizes) {
    std::vector<std::vector<int>> longer;
    for (const auto& row : rows) {
      for (int value = 0; value < size; ++value) {
        longer.push_back(row);
        longer.back().push_back(value);
      }
    }
    rows = std::move(longer);
  }
  return rows;
}

std::vector<int> row_of(const core::Cell& cell, std::size_t count) {
  std::vector<int> row;
  for (std::size_t i = 0; i < count; ++i) {
    row.push_back(std::stoi(cell.values.at("s" + std::to_string(i))));
  }
  return row;
}

core::Expansion expanded(const Model& made,
                         const std::vector<std::string>& strategy) {
  core::Slice slice;
  slice.strategy = strategy;
  slice.max_cells = 100000;
  const auto expansion =
      expand(made.project(), slice, "cell", {"cmake", "GNU", {}});
  RC_ASSERT(expansion.has_value());
  return *expansion;
}

RC_GTEST_PROP(ExpandProperty, FullIsTheBruteForceInItsOrder, ()) {
  const Model made = random_model();
  std::vector<std::vector<int>> expected;
  for (const auto& row : all_rows(made.sizes)) {
    if (made.allows(row)) {
      expected.push_back(row);
    }
  }
  std::vector<std::vector<int>> found;
  const core::Expansion expansion = expanded(made, {"full"});
  for (const core::Cell& cell : expansion.cells) {
    found.push_back(row_of(cell, made.sizes.size()));
  }
  RC_ASSERT(found == expected);
  RC_ASSERT(expansion.product == all_rows(made.sizes).size());
  RC_ASSERT(expansion.sampled_out == 0U);
}

RC_GTEST_PROP(ExpandProperty, EveryCellOfTheProductIsInOneClass, ()) {
  const Model made = random_model();
  const core::Expansion expansion = expanded(made, {"each", "corners"});
  std::set<std::string> ids;
  for (const core::Cell& cell : expansion.cells) {
    RC_ASSERT(made.allows(row_of(cell, made.sizes.size())));
    RC_ASSERT(ids.insert(cell.id).second);
  }
  std::uint64_t excluded = 0;
  for (const core::LeftOutCell& row : expansion.left_out) {
    const bool is_allowed = made.allows(row_of(row.cell, made.sizes.size()));
    RC_ASSERT(is_allowed == (row.cls == "sampled-out"));
    RC_ASSERT(ids.insert(row.cell.id).second);
    excluded += is_allowed ? 0 : 1;
  }
  RC_ASSERT(excluded == expansion.excluded);
  RC_ASSERT(ids.size() == expansion.product);
}

RC_GTEST_PROP(ExpandProperty, IsDeterministic, ()) {
  const Model made = random_model();
  RC_ASSERT(expanded(made, {"each"}) == expanded(made, {"each"}));
}

}  // namespace
}  // namespace heed::matrix
