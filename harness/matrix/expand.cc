#include "harness/matrix/expand.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include "harness/matrix/constraints.h"
#include "harness/util/assert.h"
#include "harness/util/format.h"
#include "harness/util/nearest.h"
#include "harness/util/try.h"

namespace heed::matrix {
namespace {

/// Combinations that are looked at one by one to find the allowed ones.
constexpr std::uint64_t kMostWalked = 1U << 22U;

using Axes = std::vector<core::Setting>;

/// A cell as places in the values of its axes. Rows sort in table order with
/// the last axis fastest.
using Row = std::vector<std::size_t>;

tl::unexpected<util::Error> refused(const core::Slice& slice, std::string why,
                                    std::string next) {
  return tl::unexpected(util::Error{"cannot expand slice", slice.name,
                                    std::move(why), std::move(next)});
}

std::size_t default_place(const core::Setting& axis) {
  const auto found =
      std::find(axis.values.begin(), axis.values.end(), axis.default_value);
  return found == axis.values.end()
             ? 0
             : static_cast<std::size_t>(found - axis.values.begin());
}

void add_each(const Axes& axes, std::set<Row>& rows) {
  Row defaults;
  for (const core::Setting& axis : axes) {
    defaults.push_back(default_place(axis));
  }
  rows.insert(defaults);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    for (std::size_t place = 0; place < axes[i].values.size(); ++place) {
      Row row = defaults;
      row[i] = place;
      rows.insert(std::move(row));
    }
  }
}

void add_corners(const Axes& axes, std::set<Row>& rows) {
  Row last;
  for (const core::Setting& axis : axes) {
    last.push_back(axis.values.size() - 1);
  }
  rows.insert(Row(axes.size(), 0));
  rows.insert(std::move(last));
}

struct StrategyRow {
  std::string_view name;
  void (*add)(const Axes&, std::set<Row>&);  ///< null: every row
};

constexpr std::array kStrategies = {
    StrategyRow{"full", nullptr},
    StrategyRow{"each", add_each},
    StrategyRow{"corners", add_corners},
};

/// Calls VISIT for every row of AXES in order.
void for_each_row(const Axes& axes,
                  const std::function<void(const Row&)>& visit) {
  Row row(axes.size(), 0);
  for (;;) {
    visit(row);
    std::size_t i = axes.size();
    while (i > 0 && ++row[i - 1] == axes[i - 1].values.size()) {
      row[--i] = 0;
    }
    if (i == 0) {
      return;
    }
  }
}

/// What the strategies of a slice choose: the rows, or every one.
struct Choice {
  bool is_every = false;
  std::set<Row> rows;
};

util::Result<Choice> choose(const core::Slice& slice, const Axes& axes) {
  Choice choice;
  for (const std::string& word : slice.strategy) {
    const auto* const known =
        std::find_if(kStrategies.begin(), kStrategies.end(),
                     [&](const StrategyRow& row) { return row.name == word; });
    if (known == kStrategies.end()) {
      std::vector<std::string> names;
      names.reserve(kStrategies.size());
      for (const StrategyRow& row : kStrategies) {
        names.emplace_back(row.name);
      }
      return refused(slice, util::format("no strategy is named {}", word),
                     util::suggestion(word, names));
    }
    choice.is_every = choice.is_every || known->add == nullptr;
    if (known->add != nullptr && !choice.is_every) {
      known->add(axes, choice.rows);
    }
  }
  if (choice.is_every) {
    choice.rows.clear();
  }
  return choice;
}

util::Result<void> check_modules(const core::Project& project,
                                 const core::Slice& slice) {
  std::vector<std::string> known;
  for (const core::Module& module : project.modules) {
    known.push_back(module.name);
  }
  for (const std::string& name : slice.modules) {
    if (project.find_module(name) == nullptr) {
      return refused(slice, util::format("no module is named {}", name),
                     util::suggestion(name, known));
    }
  }
  return {};
}

util::Result<void> check_count(const core::Slice& slice,
                               const std::string& count_digits) {
  const std::optional<std::uint64_t> count = to_count(count_digits);
  const std::uint64_t most = std::min(slice.max_cells, kMostCells);
  if (count && *count <= most) {
    return {};
  }
  return refused(
      slice, util::format("{} cells, more than {}", count_digits, most),
      slice.max_cells < kMostCells
          ? "narrow it with -m MODULE, or allow more with --max-cells N or "
            "--yes"
          : "narrow it with -m MODULE or another --strategy");
}

class Expander {
 public:
  Expander(const core::Project& project, const core::Slice& slice,
           const std::string& preset, const core::Identity& identity)
      : project_(project),
        slice_(slice),
        preset_(preset),
        identity_(identity),
        constraints_(project, preset) {
    for (const core::Setting& setting : project.settings) {
      defaults_[setting.name] = setting.default_value;
    }
    expansion_.axes = axes_of(project, slice);
    expansion_.seed = slice.seed;
    for (const std::string& word : slice.strategy) {
      expansion_.strategy += (expansion_.strategy.empty() ? "" : ",") + word;
    }
  }

  util::Result<core::Expansion> expand() {
    TRY_ASSIGN(const Choice choice, choose(slice_, expansion_.axes));
    TRY_ASSIGN(const std::uint64_t allowed, count(choice));
    // Beyond this point every number is known and small enough.
    make_cells(choice);
    expansion_.excluded = expansion_.product - allowed;
    expansion_.sampled_out = allowed - expansion_.cells.size();
    if (expansion_.excluded + expansion_.sampled_out > kMostListed) {
      expansion_.left_out.clear();
    }
    return std::move(expansion_);
  }

 private:
  /// Fills in the product; returns how many of it are allowed.
  util::Result<std::uint64_t> count(const Choice& choice) {
    const std::string digits = product_digits(expansion_.axes);
    const std::optional<std::uint64_t> product = to_count(digits);
    if (!product) {
      return refused(slice_,
                     util::format("{} cells, more than can be counted", digits),
                     "narrow it with -m MODULE");
    }
    expansion_.product = *product;
    TRY_ASSIGN(const std::uint64_t allowed,
               constraints_.count_allowed(expansion_.axes, defaults_));
    std::uint64_t chosen = allowed;
    if (!choice.is_every) {
      chosen = static_cast<std::uint64_t>(std::count_if(
          choice.rows.begin(), choice.rows.end(), [&](const Row& row) {
            return constraints_.violated(values_of(row)).empty();
          }));
    }
    const auto fits = check_count(slice_, std::to_string(chosen));
    if (!fits) {
      return tl::unexpected(fits.error());
    }
    if (choice.is_every && expansion_.product > kMostWalked) {
      return refused(slice_,
                     util::format("the allowed cells lie among {}, more than "
                                  "{}",
                                  digits, kMostWalked),
                     "narrow it with -m MODULE or another --strategy");
    }
    return allowed;
  }

  void make_cells(const Choice& choice) {
    const auto add = [&](const Row& row) {
      const core::Values values = values_of(row);
      const std::string reason = constraints_.violated(values);
      if (!reason.empty()) {
        leave_out(values, "excluded", reason);
      } else if (choice.is_every || choice.rows.contains(row)) {
        expansion_.cells.push_back(cell_of(values));
      } else {
        leave_out(values, "sampled-out", "strategy");
      }
    };
    // A full slice visits its whole product, since its cells lie anywhere in
    // it; otherwise a product too large to list is never walked.
    if (choice.is_every || expansion_.product <= kMostListed) {
      for_each_row(expansion_.axes, add);
    } else {
      std::for_each(choice.rows.begin(), choice.rows.end(), add);
    }
  }

  void leave_out(const core::Values& values, const char* cls,
                 const std::string& reason) {
    if (expansion_.left_out.size() <= kMostListed) {
      expansion_.left_out.push_back({cell_of(values), cls, reason});
    }
  }

  [[nodiscard]] core::Values values_of(const Row& row) const {
    core::Values values = defaults_;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const core::Setting& axis = expansion_.axes[i];
      values[axis.name] = axis.values[row[i]];
    }
    return values;
  }

  [[nodiscard]] core::Cell cell_of(const core::Values& values) const {
    return core::make_cell(project_.settings, values, preset_, identity_);
  }

  const core::Project& project_;
  const core::Slice& slice_;
  const std::string& preset_;
  const core::Identity& identity_;
  Constraints constraints_;
  core::Values defaults_;
  core::Expansion expansion_;
};

}  // namespace

std::vector<core::Setting> axes_of(const core::Project& project,
                                   const core::Slice& slice) {
  std::vector<core::Setting> axes;
  for (const core::Setting& setting : project.settings) {
    const auto& modules = slice.modules;
    if (setting.module.empty() || modules.empty() ||
        std::find(modules.begin(), modules.end(), setting.module) !=
            modules.end()) {
      axes.push_back(setting);
    }
  }
  return axes;
}

util::Result<core::Expansion> expand(const core::Project& project,
                                     const core::Slice& slice,
                                     const std::string& preset,
                                     const core::Identity& identity) {
  const auto known = check_modules(project, slice);
  if (!known) {
    return tl::unexpected(known.error());
  }
  return Expander(project, slice, preset, identity).expand();
}

}  // namespace heed::matrix
