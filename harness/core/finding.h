#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/core/exit_code.h"
#include "harness/core/ladder.h"

namespace heed::core {

/// What a person must look at.
enum class FindingKind {
  ignored_setting,
  over_skipped,
  lost_setting,
  vacuous_pass,
  leak,
  regression,
  improvement,
  crash,
  timeout,
  inconclusive,
};

struct FindingKindRow {
  FindingKind kind;
  std::string_view name;
  ExitCode exit_code;
  std::string_view help;
};

inline constexpr std::array kFindingKinds = {
    FindingKindRow{FindingKind::ignored_setting, "ignored-setting",
                   ExitCode::findings,
                   "work was done although the setting says it must not be"},
    FindingKindRow{FindingKind::over_skipped, "over-skipped",
                   ExitCode::findings, "work that must be done was not"},
    FindingKindRow{FindingKind::lost_setting, "lost-setting", ExitCode::build,
                   "the value never reached the code"},
    FindingKindRow{FindingKind::vacuous_pass, "vacuous-pass",
                   ExitCode::findings, "enabled, passed, and executed nothing"},
    FindingKindRow{FindingKind::leak, "leak", ExitCode::findings,
                   "larvals, threads or processes were left over"},
    FindingKindRow{FindingKind::regression, "regression", ExitCode::performance,
                   "more work or time than before"},
    FindingKindRow{FindingKind::improvement, "improvement", ExitCode::conforms,
                   "less work or time than before"},
    FindingKindRow{FindingKind::crash, "crash", ExitCode::findings,
                   "a process was ended by a signal or a panic"},
    FindingKindRow{FindingKind::timeout, "timeout", ExitCode::findings,
                   "a process ran past its limit"},
    FindingKindRow{FindingKind::inconclusive, "inconclusive",
                   ExitCode::inconclusive, "no verdict could be reached"},
};

[[nodiscard]] constexpr const FindingKindRow& row_of(FindingKind kind) {
  return kFindingKinds[static_cast<std::size_t>(kind)];
}

/// One cause, over all the cells in which it shows.
struct Finding {
  FindingKind kind = FindingKind::inconclusive;
  std::string module;   ///< or the suite, where no module is to blame
  std::string setting;  ///< "" where none is to blame
  std::optional<Rung> rung;
  std::string
      rung_detail;  ///< "loaded value differs (R6: 0, 1), work does not"
  std::map<std::string, std::string> context;  ///< the fewest values off their
                                               ///< defaults where it shows
  /// Every smallest context: none holds all the values of another.
  std::vector<std::map<std::string, std::string>> contexts;
  std::string expectation;                      ///< id of the claim
  std::string source;                           ///< whose rule it is
  std::map<std::string, std::string> expected;  ///< by observable
  std::map<std::string, std::string> observed;
  std::string reason;  ///< of `inconclusive`: no-output, torn-output …
  std::string detail;  ///< the evidence in one line: message, signal, names
  std::vector<std::string> pair;   ///< ids of the two cells compared
  std::vector<std::string> cells;  ///< ids of all cells, smallest context first
  std::string repro;               ///< command that shows it again

  bool operator==(const Finding&) const = default;
};

}  // namespace heed::core
