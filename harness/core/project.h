#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "harness/core/condition.h"
#include "harness/core/decision.h"
#include "harness/core/setting.h"

namespace heed::core {

/// What an observable may be: a number is `= N`; relative bounds compare with
/// the cells that differ in one setting only and fulfil `relative_to`.
struct Bound {
  enum class Kind { equal, less, at_most, at_least, range, pass };
  Kind kind = Kind::equal;
  double low = 0;                        ///< N, or the lower end of a range
  double high = 0;                       ///< upper end of a range
  std::optional<Condition> relative_to;  ///< "<= @reason=compiled-out + 64":
                                         ///< the neighbour's value plus `low`
  std::string text;                      ///< as written

  bool operator==(const Bound&) const = default;
};

/// One claim of a module's expectations.json: where WHEN holds, each
/// observable must be within its bound.
struct Effect {
  std::string id;
  Condition when;     ///< over settings, self.*, @decision, @reason, @target
  std::string suite;  ///< "" for counters; else a suite, or suite.case
  std::map<std::string, Bound> expect;  ///< by observable; key "" with `suite`
  std::string source;  ///< whose rule it is: a commit, a standard, a section
  std::string file;    ///< where it stands
  int line = 0;

  bool operator==(const Effect&) const = default;
};

/// Byte-equality between neighbouring cells.
struct SameRule {
  std::string id;
  std::vector<Condition> between;
  std::vector<std::string> of;  ///< "proc-crypto", "suite:kdf.vectors"
  std::string source;
  std::string file;
  int line = 0;

  bool operator==(const SameRule&) const = default;
};

/// A module under test.
struct Module {
  std::string name;
  std::string folder;
  std::vector<Effect> effects;
  std::vector<SameRule> same;

  bool operator==(const Module&) const = default;
};

/// An ordered rule of heed.json; the first that applies decides.
struct Rule {
  Condition when;
  Decision decision;
  bool whole_boot = false;  ///< "scope": "boot": refuses the whole start
  int line = 0;

  bool operator==(const Rule&) const = default;
};

struct Exclude {
  std::string id;
  Condition when;
  std::string why;

  bool operator==(const Exclude&) const = default;
};

/// A named part of the matrix.
struct Slice {
  std::string name;
  std::vector<std::string> strategy{"full"};  ///< full, each, corners
  std::vector<std::string> modules;  ///< empty: all; else their overrides only
  std::uint64_t max_cells = 256;
  std::uint64_t seed = 1;

  bool operator==(const Slice&) const = default;
};

/// What heed.json and the modules' files say, checked, as values.
struct Project {
  std::filesystem::path root;  ///< folder of heed.json
  std::filesystem::path file;  ///< heed.json itself
  std::string name;
  std::string target = "cmake";
  std::vector<std::string> presets{"cell"};
  std::vector<Module> modules;    ///< in the order of heed.json
  std::vector<Setting> settings;  ///< table order: each declared setting, then
                                  ///< its overrides in the order of modules,
                                  ///< then the modules' own
  std::vector<Rule> rules;
  std::vector<Exclude> excludes;
  std::map<std::string, Slice> slices;
  std::string baseline;            ///< path below root; "" when none
  std::vector<std::string> watch;  ///< configurations with timing series

  [[nodiscard]] const Setting* find_setting(std::string_view setting) const;
  [[nodiscard]] const Module* find_module(std::string_view module) const;
};

/// The names known in conditions about MODULE in a cell with VALUES: settings,
/// `self.SETTING`, `module.SETTING`; facts of FACTS under "@name" (its keys
/// may have the @ or not).
/// VALUES and FACTS must outlive the lookup.
[[nodiscard]] Condition::Lookup lookup_for(
    const Values& values, std::string_view module,
    const std::map<std::string, std::string>& facts);

/// The decision that must follow for MODULE, and the rule that made it.
/// REQUIRES: the last rule always holds.
struct Decided {
  Decision decision;
  std::size_t rule = 0;
};
[[nodiscard]] Decided expected_decision(const Project& project,
                                        const Values& values,
                                        std::string_view module);

}  // namespace heed::core
