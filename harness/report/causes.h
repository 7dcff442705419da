#pragma once

#include <string>
#include <utility>
#include <vector>

#include "harness/core/run_record.h"

namespace heed::report {

/// One thing to look at, over all the cells in which it shows: a finding, a
/// test case that failed, a build that failed, cells without a verdict.
struct Cause {
  core::ExitCode code = core::ExitCode::findings;
  std::string kind;      ///< "ignored-setting", "failed-case", "build-failure"
  std::string sentence;  ///< "module kdf_sp800108 ignores notests"
  /// What is known, by label: ("first rung", "R7 counters: …"). A text may
  /// have several lines.
  std::vector<std::pair<std::string, std::string>> lines;
  std::vector<std::string> cells;  ///< ids, smallest context first
  std::string file;                ///< where to look; "" when unknown
  int line = 0;
  std::string repro;  ///< command that shows it again; "" when none

  bool operator==(const Cause&) const = default;
};

/// Every cause of RECORD, worst first: by precedence of the exit code, then in
/// the order of the record. Nothing is judged anew.
[[nodiscard]] std::vector<Cause> causes(const core::RunRecord& record);

/// How many causes and cells of each kind, worst first.
struct KindCount {
  std::string kind;
  std::size_t causes = 0;
  std::size_t cells = 0;

  bool operator==(const KindCount&) const = default;
};
[[nodiscard]] std::vector<KindCount> count_by_kind(
    const std::vector<Cause>& causes);

}  // namespace heed::report
