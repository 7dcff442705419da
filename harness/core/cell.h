#pragma once

#include <string>
#include <vector>

#include "harness/core/setting.h"

namespace heed::core {

/// What else is part of a cell's identity besides its settings.
struct Identity {
  std::string target;     ///< "cmake"
  std::string toolchain;  ///< "GNU 12.2.0"
  Values variables;       ///< other variables that the preset sets

  bool operator==(const Identity&) const = default;
};

/// The compile-time half of a cell. Cells with equal values share one build.
struct BuildSpec {
  std::string id;      ///< 12 hex digits over preset, identity and values
  std::string preset;  ///< "cell"
  Values values;       ///< every build setting, defaults included
  std::vector<Setting> settings;  ///< their declarations, in table order

  bool operator==(const BuildSpec&) const = default;
};

/// The run-time half: a kernel-style command line.
struct Boot {
  Values values;             ///< every boot setting, defaults included
  std::string command_line;  ///< "cryptomgr.notests=1 fips=0"; values that
                             ///< pass nothing are absent

  bool operator==(const Boot&) const = default;
};

/// One value for every setting.
struct Cell {
  std::string id;    ///< 12 hex digits: SHA-256 of canonical_text()
  std::string name;  ///< "cmake/cell/notests=1~3f9a1c0b27de"
  Values values;     ///< every setting
  BuildSpec build;
  Boot boot;

  bool operator==(const Cell&) const = default;

  /// The values that differ from their default, in table order, as
  /// "notests=1,kdf_sp800108.notests=0"; "default" if none does.
  std::string short_text;
};

/// What a cell's id is made from, one `key=value` line each, sorted; the keys
/// are `target`, `toolchain`, `setting:NAME` and `variable:NAME`.
[[nodiscard]] std::string canonical_text(const Values& values,
                                         const Identity& identity);

/// Makes the cell of VALUES; a setting without a value takes its default. Its
/// id covers target kind, toolchain, every value (defaults included) and the
/// preset's other variables, one `key=value` line each, sorted; not preset
/// name, path, host or commit, so that a cell keeps its history across commits.
[[nodiscard]] Cell make_cell(const std::vector<Setting>& settings,
                             const Values& values, const std::string& preset,
                             const Identity& identity);

/// At most 48 characters of the name with everything outside [A-Za-z0-9._=-]
/// replaced, then `-` and the id.
[[nodiscard]] std::string folder_name(const Cell& cell);

}  // namespace heed::core
