#pragma once

#include <string>
#include <vector>

#include "harness/core/plan.h"
#include "harness/core/project.h"

namespace heed::report {

// Tables for `heed list`: plain text, a line each, ended by a newline.

/// The cells in the order of the plan, with why they stand where they do.
[[nodiscard]] std::string cells_text(const core::Plan& plan);

/// Builds with their compile-time values; below each the command lines of the
/// cells that it serves.
[[nodiscard]] std::string tree_text(const core::Plan& plan);

/// Each cell that would not run, with its class and reason; for an exclude
/// also the project's own words.
[[nodiscard]] std::string why_not_text(
    const core::Project& project,
    const std::vector<core::LeftOutCell>& left_out);

/// Every setting: when it takes effect, its values with the default first, and
/// where it is declared.
[[nodiscard]] std::string settings_text(const core::Project& project);

/// Every module: its folder and how many settings and claims it has.
[[nodiscard]] std::string modules_text(const core::Project& project);

}  // namespace heed::report
