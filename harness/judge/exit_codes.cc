#include <algorithm>

#include "harness/judge/judge.h"

namespace heed::judge {

std::set<core::ExitCode> exit_codes(std::span<const core::Finding> findings,
                                    std::span<const core::CellResult> results,
                                    std::span<const core::BuildResult> builds) {
  using core::ExitCode;
  std::set<ExitCode> codes;
  for (const core::BuildResult& build : builds) {
    if (!build.artifact.built) {
      codes.insert(build.artifact.unavailable ? ExitCode::inconclusive
                                              : ExitCode::build);
    }
  }
  for (const core::Finding& finding : findings) {
    codes.insert(row_of(finding.kind).exit_code);
  }
  for (const core::CellResult& result : results) {
    if (result.cls == core::CellClass::inconclusive) {
      codes.insert(ExitCode::inconclusive);
    }
    if (result.status == core::CellStatus::build_failed) {
      codes.insert(ExitCode::build);
    }
    const bool has_failed_case =
        std::ranges::any_of(result.cases, [](const core::CaseResult& row) {
          return core::row_of(row.outcome).is_failure;
        });
    if (has_failed_case) {
      codes.insert(ExitCode::findings);
    }
  }
  if (results.empty()) {
    codes.insert(ExitCode::nothing_ran);
  }
  codes.erase(ExitCode::conforms);
  return codes.empty() ? std::set{ExitCode::conforms} : codes;
}

}  // namespace heed::judge
