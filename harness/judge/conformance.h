#pragma once

#include <string_view>
#include <vector>

#include "harness/core/project.h"
#include "harness/core/run_record.h"

namespace heed::judge {

/// Ids of the two claims that every module has by heed.json's rules. A wrong
/// reason for the right outcome is the weaker one: the work was right.
inline constexpr std::string_view kDecisionClaim = "decision";
inline constexpr std::string_view kReasonClaim = "reason";

/// Names a failing test case as the cause of a violated claim about a suite.
/// The case is an outcome of its own, so the claim makes no finding.
inline constexpr std::string_view kCaseReason = "case";

/// Adds decisions and verdicts of every module in every boot of RESULT: the
/// decision that heed.json's rules demand and the effects that the modules'
/// files demand, those without relative bounds.
void judge_modules(const core::Project& project, core::CellResult& result);

/// The modules of which SUITE's evidence speaks; all of the project when a
/// boot refused before it named one.
[[nodiscard]] std::vector<std::string> modules_in(
    const core::Project& project, const core::CellResult& result,
    std::string_view suite);

/// True when SUITE printed that it refused to start.
[[nodiscard]] bool is_refused(const core::CellResult& result,
                              std::string_view suite);

/// What `when` may ask about MODULE: @decision, @reason, @target, @preset, and
/// @suite, in which the claim is looked at.
[[nodiscard]] std::map<std::string, std::string> facts_about(
    const core::Project& project, const core::Cell& cell,
    std::string_view module, const std::string& suite);

}  // namespace heed::judge
