#pragma once

#include <string_view>
#include <vector>

#include "harness/core/suite.h"
#include "harness/util/error.h"

namespace heed::target {

/// The suites in the output of `ctest --show-only=json-v1`: tests with a label
/// that names a kind of suite, sorted by name. Tests without one are others'.
/// Errors: not such a JSON text.
[[nodiscard]] util::Result<std::vector<core::Suite>> parse_suites(
    std::string_view text);

/// For each boot of SUITES a suite that counts its instructions:
/// "boot.reference" gives "instructions.reference". Its command is that of the
/// boot; empty when no tool counts, so that the suite is listed and its output
/// says so.
[[nodiscard]] std::vector<core::Suite> instruction_suites(
    const std::vector<core::Suite>& suites, bool has_tool);

}  // namespace heed::target
