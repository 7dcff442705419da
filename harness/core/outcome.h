#pragma once

#include <array>
#include <string>
#include <string_view>

namespace heed::core {

/// What became of a test case.
enum class CaseOutcome {
  pass,
  fail,
  xfail,
  xpass,
  skip,
  unsupported,
  unresolved,
  timeout,
  crash,
};

struct CaseOutcomeRow {
  CaseOutcome outcome;
  std::string_view name;
  std::string_view label;
  bool is_failure;
};

inline constexpr std::array kCaseOutcomes = {
    CaseOutcomeRow{CaseOutcome::pass, "pass", "passed", false},
    CaseOutcomeRow{CaseOutcome::fail, "fail", "failed", true},
    CaseOutcomeRow{CaseOutcome::xfail, "xfail", "failed as expected", false},
    CaseOutcomeRow{CaseOutcome::xpass, "xpass", "passed unexpectedly", true},
    CaseOutcomeRow{CaseOutcome::skip, "skip", "skipped", false},
    CaseOutcomeRow{CaseOutcome::unsupported, "unsupported", "unsupported",
                   false},
    CaseOutcomeRow{CaseOutcome::unresolved, "unresolved", "no result", true},
    CaseOutcomeRow{CaseOutcome::timeout, "timeout", "timed out", true},
    CaseOutcomeRow{CaseOutcome::crash, "crash", "crashed", true},
};

[[nodiscard]] constexpr const CaseOutcomeRow& row_of(CaseOutcome outcome) {
  return kCaseOutcomes[static_cast<std::size_t>(outcome)];
}

/// One test case of one suite in one cell.
struct CaseResult {
  std::string suite;
  std::string name;  ///< "Kdf108.CounterMode"
  CaseOutcome outcome = CaseOutcome::pass;
  std::string message;  ///< of a failure; the reason of a skip
  std::string file;     ///< where the framework says it failed
  int line = 0;
  double seconds = 0;

  bool operator==(const CaseResult&) const = default;
};

}  // namespace heed::core
