#pragma once

#include <array>
#include <set>
#include <string_view>

namespace heed::core {

/// How heed ends. The table below is the only place of names, numbers and
/// precedence; no other code is ever returned.
enum class ExitCode {
  conforms = 0,
  findings = 1,
  usage = 2,
  build = 3,
  nothing_ran = 4,
  performance = 5,
  inconclusive = 6,
  internal = 70,
  interrupted = 130,
  terminated = 143,
};

struct ExitCodeRow {
  ExitCode code;
  std::string_view meaning;
};

/// In order of precedence: of several that apply the first is returned. An
/// interruption comes before all but an internal error.
inline constexpr std::array kExitCodes = {
    ExitCodeRow{ExitCode::internal, "internal error"},
    ExitCodeRow{ExitCode::interrupted, "interrupted (SIGINT)"},
    ExitCodeRow{ExitCode::terminated, "interrupted (SIGTERM)"},
    ExitCodeRow{ExitCode::usage, "usage or project-file error"},
    ExitCodeRow{ExitCode::build, "build or configure failure, or lost setting"},
    ExitCodeRow{ExitCode::findings, "finding in tests or contract"},
    ExitCodeRow{ExitCode::performance, "performance regression only"},
    ExitCodeRow{ExitCode::inconclusive, "inconclusive or incomplete"},
    ExitCodeRow{ExitCode::nothing_ran, "nothing ran"},
    ExitCodeRow{ExitCode::conforms, "conforms"},
};

/// The code to return when CODES apply; conforms when there are none.
[[nodiscard]] inline ExitCode strongest(const std::set<ExitCode>& codes) {
  for (const ExitCodeRow& row : kExitCodes) {
    if (codes.contains(row.code)) {
      return row.code;
    }
  }
  return ExitCode::conforms;
}

}  // namespace heed::core
