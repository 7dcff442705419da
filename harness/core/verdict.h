#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/core/decision.h"
#include "harness/core/finding.h"

namespace heed::core {

enum class VerdictStatus { fulfilled, violated, inconclusive };

inline constexpr std::array<std::string_view, 3> kVerdictStatusNames = {
    "fulfilled", "violated", "inconclusive"};

/// One claim against what was observed in one cell.
struct Verdict {
  std::string module;       ///< or the suite
  std::string expectation;  ///< id: "decision", "skip-does-no-work", "no-leak"
  std::string metric;       ///< observable: "selftest_vectors"
  std::string suite;        ///< which suite's evidence
  std::string expected;
  std::string observed;
  std::string source;    ///< whose rule it is
  std::string evidence;  ///< file, below the output folder
  VerdictStatus status = VerdictStatus::fulfilled;
  FindingKind kind = FindingKind::inconclusive;  ///< what a violation is
  Rung rung = Rung::r7;                          ///< where it shows
  std::string reason;                            ///< of `inconclusive`

  bool operator==(const Verdict&) const = default;
};

/// What was expected of a module in a cell, and what it did.
struct ModuleDecision {
  std::string module;
  std::string suite;  ///< the boot it was seen in
  Decision expected;
  Decision observed;
  bool is_observed = false;  ///< false: the module was in no boot's output

  bool operator==(const ModuleDecision&) const = default;
};

}  // namespace heed::core
