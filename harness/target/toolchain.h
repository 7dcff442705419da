#pragma once

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "harness/core/setting.h"
#include "harness/util/command.h"

namespace heed::target {

/// Runs COMMAND, whose output goes to a temporary file, and returns that.
/// Errors: it cannot start, or does not exit with 0 (`why` has its last line).
[[nodiscard]] util::Result<std::string> output_of(util::CommandRunner& runner,
                                                  util::Command command,
                                                  std::stop_token stop = {});

/// What `cmake --preset P -N` says that a preset sets, inheritance resolved.
struct PresetValues {
  core::Values variables;  ///< cache variables
  core::Values environment;

  bool operator==(const PresetValues&) const = default;
};

[[nodiscard]] PresetValues parse_preset_values(std::string_view text);

inline constexpr std::string_view kCompilerVariable = "CMAKE_CXX_COMPILER";

/// The compiler with its fixed arguments, as CMake chooses it: CHOSEN (a value
/// given with -D) before the preset's cache variable, before CXX of the
/// preset's environment, before OURS, before c++. "" means not given.
[[nodiscard]] std::vector<std::string> compiler_words(
    const PresetValues& values, std::string_view ours, std::string_view chosen);

/// "GNU 12.2.0" or "Clang 14.0.6" from `COMPILER --version`; of an unknown
/// compiler the first line.
[[nodiscard]] std::string parse_compiler_version(std::string_view text);

}  // namespace heed::target
