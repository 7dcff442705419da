#include "harness/judge/ladder.h"

#include <algorithm>
#include <array>

#include "harness/judge/facts.h"

namespace heed::judge {
namespace {

using core::BuildResult;
using core::CellResult;
using core::Rung;
using core::Setting;

struct DigestRow {
  Rung rung;
  std::string_view metric;
};
constexpr std::array kDigests = {
    DigestRow{Rung::r3, "digest:config-header"},
    DigestRow{Rung::r3, "digest:compile-commands"},
    DigestRow{Rung::r4, "digest:preprocessed"},
    DigestRow{Rung::r5, "digest:objects"},
};

/// Where a value is written down before it reaches a module's code.
struct WrittenRow {
  Rung rung;
  std::string_view prefix;  ///< of the metric; the cache variable follows
};
constexpr std::array kWritten = {
    WrittenRow{Rung::r1, "passed:"},
    WrittenRow{Rung::r2, "cached:"},
};

/// True when BUILD has evidence of a kind at all: that nothing is said about
/// one variable then means that it was not passed.
bool has_evidence(const BuildResult& build, std::string_view prefix) {
  return std::ranges::any_of(
      build.observations, [&](const core::Observation& fact) {
        return fact.metric.starts_with(prefix) ||
               (prefix == "passed:" && fact.metric == "command_words");
      });
}

std::optional<std::string> written(const BuildResult& build,
                                   const std::string& metric) {
  return find_text(build.observations, "", "", metric);
}

/// A value seen on a rung is the one asked for. Values that pass nothing and
/// defaults need not be written down.
bool has_arrived(const Setting& setting, const std::string& requested,
                 const std::optional<std::string>& seen) {
  if (seen) {
    return *seen == requested;
  }
  return core::passes_nothing(requested) || requested == setting.default_value;
}

/// One pair of cells that differ in SETTING alone and must decide differently
/// about MODULE.
struct Pair {
  const Setting& setting;
  const std::string& module;
  std::size_t a = 0;
  std::size_t b = 0;
  bool is_in_module = true;  ///< the module's own configuration must differ
};

class Ladder {
 public:
  Ladder(const core::Project& project, const BuildIndex& builds,
         std::span<const CellResult> results, const CellIndex& cells)
      : project_(project), builds_(builds), results_(results), cells_(cells) {}

  std::vector<Lost> find() {
    for (std::size_t i = 0; i < results_.size(); ++i) {
      check_alone(i);
      for (const Neighbour& near : cells_.neighbours(i)) {
        if (near.cell > i) {
          compare(i, near.cell, *near.setting);
        }
      }
    }
    std::vector<Lost> all;
    for (auto& [key, lost] : lost_) {
      widen(lost);
      all.push_back(std::move(lost));
    }
    return all;
  }

 private:
  /// A value that is seen to differ from the one asked for needs no second
  /// cell to be known as lost.
  void check_alone(std::size_t cell) {
    for (const Setting& setting : project_.settings) {
      const Pair pair{setting, setting.module, cell, cell};
      if (setting.stage == core::Stage::boot) {
        climb_boot(pair);
      } else if (const BuildResult* build =
                     builds_.find(results_[cell].cell.build.id);
                 build != nullptr && build->artifact.built) {
        check_written(pair, *build);
      }
    }
  }

  void check_written(const Pair& pair, const BuildResult& build) {
    for (const WrittenRow& row : kWritten) {
      const std::string metric = std::string(row.prefix) + pair.setting.cmake;
      if (has_evidence(build, row.prefix) &&
          note(pair, pair.a, row.rung, written(build, metric))) {
        return;
      }
    }
  }

  void compare(std::size_t a, std::size_t b, const Setting& setting) {
    for (const core::Module& module : project_.modules) {
      const bool is_concerned =
          setting.module.empty() || setting.module == module.name;
      const core::Decided left = decided(a, module.name);
      const core::Decided right = decided(b, module.name);
      if (!is_concerned || left.decision == right.decision) {
        continue;
      }
      // A refusal of the whole start is not the module's to see.
      const bool is_in_module = !project_.rules[left.rule].whole_boot &&
                                !project_.rules[right.rule].whole_boot;
      const Pair pair{setting, module.name, a, b, is_in_module};
      if (setting.stage == core::Stage::build) {
        climb_build(pair);
      } else {
        climb_boot(pair);
      }
    }
  }

  [[nodiscard]] core::Decided decided(std::size_t cell,
                                      const std::string& module) const {
    return core::expected_decision(project_, results_[cell].cell.values,
                                   module);
  }

  void climb_build(const Pair& pair) {
    const BuildResult* a = builds_.find(results_[pair.a].cell.build.id);
    const BuildResult* b = builds_.find(results_[pair.b].cell.build.id);
    if (a == nullptr || b == nullptr || !a->artifact.built ||
        !b->artifact.built) {
      return;
    }
    for (const WrittenRow& row : kWritten) {
      if (!has_evidence(*a, row.prefix) || !has_evidence(*b, row.prefix)) {
        continue;
      }
      const std::string metric = std::string(row.prefix) + pair.setting.cmake;
      const bool is_lost_in_a =
          note(pair, pair.a, row.rung, written(*a, metric));
      const bool is_lost_in_b =
          note(pair, pair.b, row.rung, written(*b, metric));
      if (is_lost_in_a || is_lost_in_b) {
        return;
      }
    }
    if (pair.is_in_module &&
        compare_builds(*a, *b, pair.module, Rung::r3) == Sight::equal) {
      // Nothing shows which value acts instead; the default is the one that
      // takes nobody's help to be in force.
      for (const std::size_t cell : {pair.a, pair.b}) {
        if (value_in(cell, pair.setting) != pair.setting.default_value) {
          add(pair, cell, pair.module, Rung::r3, pair.setting.default_value);
        }
      }
    }
  }

  void climb_boot(const Pair& pair) {
    for (const std::size_t cell : {pair.a, pair.b}) {
      if (!note(pair, cell, Rung::r1, on_command_line(cell, pair.setting))) {
        note_loaded(pair, cell);
      }
    }
  }

  /// The value of SETTING on the cell's command line.
  [[nodiscard]] std::optional<std::string> on_command_line(
      std::size_t cell, const Setting& setting) const {
    const std::string line = " " + results_[cell].cell.boot.command_line + " ";
    for (const std::string& value : setting.values) {
      std::string word = setting.boot;
      const std::size_t hole = word.find("{value}");
      if (hole == std::string::npos) {
        continue;
      }
      word.replace(hole, std::string_view("{value}").size(), value);
      if (line.find(" " + word + " ") != std::string::npos) {
        return value;
      }
    }
    return std::nullopt;
  }

  void note_loaded(const Pair& pair, std::size_t cell) {
    for (const core::SuiteOutput& suite : results_[cell].suites) {
      const auto loaded = find_text(results_[cell].observations, suite.suite,
                                    "", "loaded:" + pair.setting.name);
      if (loaded && note(pair, cell, Rung::r6, loaded)) {
        return;
      }
    }
  }

  /// Notes that CELL's value was lost on RUNG, if SEEN shows it.
  bool note(const Pair& pair, std::size_t cell, Rung rung,
            const std::optional<std::string>& seen) {
    if (has_arrived(pair.setting, value_in(cell, pair.setting), seen)) {
      return false;
    }
    add(pair, cell, pair.setting.module, rung,
        seen.value_or(pair.setting.default_value));
    return true;
  }

  void add(const Pair& pair, std::size_t cell, const std::string& module,
           Rung rung, const std::string& effective) {
    Lost& lost = lost_[{pair.setting.name, module}];
    if (lost.setting == nullptr || rung < lost.rung) {
      lost = {.setting = &pair.setting,
              .module = module,
              .rung = rung,
              .requested = value_in(cell, pair.setting),
              .effective = effective,
              .cells = {},
              .pair = {cell, cell == pair.a ? pair.b : pair.a}};
    }
    if (rung == lost.rung) {
      lost.cells.insert(cell);
    }
  }

  /// A value that a build lost is lost in all its cells.
  void widen(Lost& lost) const {
    if (lost.setting->stage != core::Stage::build) {
      return;
    }
    std::set<std::string> builds;
    for (const std::size_t cell : lost.cells) {
      builds.insert(results_[cell].cell.build.id);
    }
    for (std::size_t i = 0; i < results_.size(); ++i) {
      if (builds.contains(results_[i].cell.build.id)) {
        lost.cells.insert(i);
      }
    }
  }

  [[nodiscard]] const std::string& value_in(std::size_t cell,
                                            const Setting& setting) const {
    return results_[cell].cell.values.at(setting.name);
  }

  const core::Project& project_;
  const BuildIndex& builds_;
  std::span<const CellResult> results_;
  const CellIndex& cells_;
  std::map<std::pair<std::string, std::string>, Lost> lost_;
};

}  // namespace

BuildIndex::BuildIndex(std::span<const BuildResult> builds) {
  for (const BuildResult& build : builds) {
    by_id_.emplace(build.artifact.build, &build);
  }
}

const BuildResult* BuildIndex::find(const std::string& id) const {
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? nullptr : found->second;
}

Sight compare_builds(const BuildResult& a, const BuildResult& b,
                     const std::string& module, Rung rung) {
  Sight sight = Sight::unknown;
  for (const DigestRow& row : kDigests) {
    if (row.rung != rung) {
      continue;
    }
    const auto left = find_text(a.observations, "", module, row.metric);
    const auto right = find_text(b.observations, "", module, row.metric);
    if (!left || !right) {
      continue;
    }
    if (*left != *right) {
      return Sight::different;
    }
    sight = Sight::equal;
  }
  return sight;
}

std::vector<Lost> find_lost(const core::Project& project,
                            const BuildIndex& builds,
                            std::span<const CellResult> results,
                            const CellIndex& cells) {
  return Ladder(project, builds, results, cells).find();
}

}  // namespace heed::judge
