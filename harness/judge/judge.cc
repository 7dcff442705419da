#include "harness/judge/judge.h"

#include <algorithm>

#include "harness/judge/cases.h"
#include "harness/judge/conformance.h"
#include "harness/judge/settle.h"
#include "harness/judge/suite_health.h"
#include "harness/util/format.h"

namespace heed::judge {
namespace {

using core::CellClass;
using core::CellResult;
using core::CellStatus;
using core::VerdictStatus;

/// The notice for each setting that is set but cannot act, as a boot tells it.
void add_notices(CellResult& result) {
  for (const core::Observation& fact : result.observations) {
    const auto* count = std::get_if<double>(&fact.value);
    const auto setting = fact.labels.find("setting");
    if (fact.metric != "config_ineffective" || count == nullptr ||
        *count <= 0 || setting == fact.labels.end()) {
      continue;
    }
    std::string notice = "config_ineffective: " + setting->second;
    if (std::ranges::find(result.notices, notice) == result.notices.end()) {
      result.notices.push_back(std::move(notice));
    }
  }
}

bool judge_build(const core::Artifact& artifact, CellResult& result) {
  if (artifact.unavailable) {
    result.cls = CellClass::inconclusive;
    result.reason = "unavailable";
    return false;
  }
  if (!artifact.built) {
    result.status = CellStatus::build_failed;
    return false;
  }
  return true;
}

/// A verdict was reached: by running, unless the result was known before.
void conclude(CellResult& result, CellStatus status) {
  result.status = status;
  if (result.cls != CellClass::reused) {
    result.cls = CellClass::run;
    result.reason.clear();
  }
}

}  // namespace

void settle(CellResult& result) {
  if (result.status == CellStatus::build_failed) {
    return;
  }
  const auto first = [&](VerdictStatus status) {
    return std::ranges::find_if(result.verdicts, [&](const auto& verdict) {
      return verdict.status == status;
    });
  };
  const bool has_failed_case =
      std::ranges::any_of(result.cases, [](const core::CaseResult& row) {
        return core::row_of(row.outcome).is_failure;
      });
  const auto unclear = first(VerdictStatus::inconclusive);
  if (has_failed_case ||
      first(VerdictStatus::violated) != result.verdicts.end()) {
    conclude(result, CellStatus::failed);
  } else if (unclear != result.verdicts.end()) {
    result.cls = CellClass::inconclusive;
    result.status = CellStatus::none;
    result.reason = unclear->reason;
  } else if (result.suites.empty()) {
    result.cls = CellClass::inconclusive;
    result.status = CellStatus::none;
    result.reason = "not-started";
  } else {
    conclude(result, CellStatus::passed);
  }
}

CellResult judge_cell(const CellInput& input) {
  CellResult result;
  result.cell = input.cell;
  result.suites.assign(input.suites.begin(), input.suites.end());
  result.observations.assign(input.observations.begin(),
                             input.observations.end());
  result.build_seconds =
      input.artifact.configure_seconds + input.artifact.build_seconds;
  for (const core::SuiteOutput& suite : result.suites) {
    result.run_seconds += suite.seconds;
  }
  if (!judge_build(input.artifact, result)) {
    return result;
  }
  judge_health(result);
  judge_cases(input.project, result);
  judge_benchmarks(input.project, result);
  // Beyond this point the cell's cases are known, which claims may name.
  judge_modules(input.project, result);
  add_notices(result);
  settle(result);
  return result;
}

}  // namespace heed::judge
