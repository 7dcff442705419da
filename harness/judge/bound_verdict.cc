#include "harness/judge/bound_verdict.h"

#include <algorithm>
#include <array>

#include "harness/judge/facts.h"
#include "harness/judge/observable.h"
#include "harness/util/format.h"

namespace heed::judge {
namespace {

using core::CellResult;
using core::FindingKind;
using core::ModuleDecision;
using core::Outcome;
using core::Verdict;
using core::VerdictStatus;

/// True when MODULE says that its self-test ran and went well.
bool claims_pass(const CellResult& result, const ModuleDecision& decision) {
  const auto text = [&](std::string_view metric) {
    return find_text(result.observations, decision.suite, decision.module,
                     metric)
        .value_or("");
  };
  const std::string state = text("state");
  return decision.observed.outcome == Outcome::run && text("result") == "0" &&
         !state.starts_with("failed") && !state.starts_with("pending");
}

/// Observables that say what their excess is, wherever it is seen.
struct ExcessRow {
  std::string_view observable;
  FindingKind kind;
};
constexpr std::array kExcesses = {
    ExcessRow{"larvals_live", FindingKind::leak},
    ExcessRow{"threads_live", FindingKind::leak},
    ExcessRow{"selftest_state{state=\"pending\"}", FindingKind::over_skipped},
};

/// What a count outside its bound is.
FindingKind kind_of(const CellResult& result, const ModuleDecision& decision,
                    const std::string& observable, const core::Bound& bound,
                    const Reading& reading, double reference) {
  const bool is_run = decision.expected.outcome == Outcome::run;
  const double limit = upper_end(bound, reference);
  if (*reading.value >= limit && !is_within(bound, *reading.value, reference)) {
    const auto* known =
        std::ranges::find(kExcesses, observable, &ExcessRow::observable);
    if (known != kExcesses.end()) {
      return known->kind;
    }
    // Where some of this is part of doing without the test, more of it is
    // more than declared; where none may be, it is the test's.
    const bool is_test_work =
        limit <= 0 || reading.rung == core::Rung::r8 || bound.relative_to;
    return is_run || !is_test_work ? FindingKind::regression
                                   : FindingKind::ignored_setting;
  }
  return is_run && *reading.value == 0 && claims_pass(result, decision)
             ? FindingKind::vacuous_pass
             : FindingKind::over_skipped;
}

}  // namespace

Verdict judge_bound(const CellResult& result, const ModuleDecision& decision,
                    const core::Effect& effect, const std::string& observable,
                    double reference) {
  const core::Bound& bound = effect.expect.at(observable);
  const Reading reading =
      read_observable(result, decision.suite, decision.module, observable);
  Verdict verdict;
  verdict.module = decision.module;
  verdict.expectation = effect.id;
  verdict.metric = observable;
  verdict.suite = decision.suite;
  verdict.expected = bound.text;
  verdict.source = effect.source;
  verdict.rung = reading.rung;
  if (!reading.value) {
    verdict.status = VerdictStatus::inconclusive;
    verdict.reason = reading.reason;
    return verdict;
  }
  verdict.observed = util::format("{}", *reading.value);
  if (!is_within(bound, *reading.value, reference)) {
    verdict.status = VerdictStatus::violated;
    verdict.kind =
        kind_of(result, decision, observable, bound, reading, reference);
  }
  return verdict;
}

}  // namespace heed::judge
