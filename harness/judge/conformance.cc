#include "harness/judge/conformance.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "harness/judge/bound_verdict.h"
#include "harness/judge/facts.h"
#include "harness/judge/observable.h"
#include "harness/judge/suite_health.h"
#include "harness/util/format.h"

namespace heed::judge {
namespace {

using core::CellResult;
using core::Decision;
using core::FindingKind;
using core::ModuleDecision;
using core::Outcome;
using core::Project;
using core::Verdict;
using core::VerdictStatus;

std::string text_of(const Decision& decision) {
  return util::format("{} ({})", core::name_of(decision.outcome),
                      decision.reason);
}

std::optional<Outcome> outcome_of(std::string_view word) {
  for (const core::OutcomeRow& row : core::kOutcomes) {
    if (row.name == word) {
      return row.outcome;
    }
  }
  return std::nullopt;
}

/// What MODULE decided in SUITE. A refused boot refuses each of its modules;
/// it needs not name them.
std::optional<Decision> observed_decision(const CellResult& result,
                                          std::string_view suite,
                                          const std::string& module,
                                          const core::Rule& rule) {
  const auto word = find_text(result.observations, suite, module, "decision");
  const auto reason = find_text(result.observations, suite, module, "reason");
  if (is_refused(result, suite)) {
    return Decision{Outcome::refuse,
                    reason.value_or(rule.whole_boot ? rule.decision.reason
                                                    : "boot-refused")};
  }
  const auto outcome = word ? outcome_of(*word) : std::nullopt;
  if (!outcome || !reason) {
    return std::nullopt;
  }
  return Decision{*outcome, *reason};
}

/// What a wrong decision is: work that was done in spite of a setting, or
/// work that is missing.
FindingKind kind_of(const Decision& expected, const Decision& observed) {
  const bool is_undone =
      observed.outcome == Outcome::refuse || (expected.outcome == Outcome::run);
  return is_undone ? FindingKind::over_skipped : FindingKind::ignored_setting;
}

Verdict judge_decision(const CellResult& result, const ModuleDecision& decision,
                       const core::Rule& rule) {
  Verdict verdict;
  verdict.module = decision.module;
  verdict.suite = decision.suite;
  verdict.expectation = kDecisionClaim;
  verdict.metric = "decision";
  verdict.source = util::format("heed.json:{}", rule.line);
  verdict.expected = text_of(decision.expected);
  if (!decision.is_observed) {
    verdict.status = VerdictStatus::inconclusive;
    verdict.reason = why_missing(result.observations, decision.suite);
    return verdict;
  }
  verdict.observed = text_of(decision.observed);
  if (decision.observed == decision.expected) {
    return verdict;
  }
  verdict.status = VerdictStatus::violated;
  verdict.kind = kind_of(decision.expected, decision.observed);
  if (decision.observed.outcome == decision.expected.outcome) {
    verdict.expectation = kReasonClaim;
  }
  return verdict;
}

bool has_outcome(const core::CaseResult& row, const std::string& suite) {
  return row.suite == suite || row.suite + "." + row.name == suite ||
         (row.suite + "." + row.name).starts_with(suite + ".");
}

/// A claim that a suite, or a case of it, passes.
Verdict judge_suite_effect(const CellResult& result, const std::string& module,
                           const core::Effect& effect) {
  Verdict verdict;
  verdict.module = module;
  verdict.expectation = effect.id;
  verdict.metric = "pass";
  verdict.suite = effect.suite;
  verdict.expected = "pass";
  verdict.source = effect.source;
  std::size_t seen = 0;
  std::string failed;
  for (const core::CaseResult& row : result.cases) {
    if (has_outcome(row, effect.suite)) {
      ++seen;
      if (core::row_of(row.outcome).is_failure) {
        failed += (failed.empty() ? "" : ", ") + row.name;
      }
    }
  }
  verdict.observed = failed.empty() ? "pass" : "failed: " + failed;
  if (seen == 0) {
    verdict.observed = "";
    verdict.status = VerdictStatus::inconclusive;
    verdict.reason = why_missing(result.observations, effect.suite);
  } else if (!failed.empty()) {
    verdict.status = VerdictStatus::violated;
    verdict.kind = FindingKind::over_skipped;
    verdict.reason = kCaseReason;
  }
  return verdict;
}

void judge_effects(const Project& project, const core::Module& module,
                   const ModuleDecision& decision, CellResult& result) {
  const auto facts =
      facts_about(project, result.cell, module.name, decision.suite);
  const auto lookup = core::lookup_for(result.cell.values, module.name, facts);
  for (const core::Effect& effect : module.effects) {
    if (!effect.suite.empty() || !effect.when.holds(lookup)) {
      continue;
    }
    for (const auto& [observable, bound] : effect.expect) {
      const Reading reading =
          read_observable(result, decision.suite, module.name, observable);
      if (!bound.relative_to && reading.applies) {
        result.verdicts.push_back(
            judge_bound(result, decision, effect, observable));
      }
    }
  }
}

void judge_boot(const Project& project, const std::string& suite,
                CellResult& result) {
  for (const std::string& name : modules_in(project, result, suite)) {
    const core::Decided decided =
        core::expected_decision(project, result.cell.values, name);
    const core::Rule& rule = project.rules[decided.rule];
    const auto observed = observed_decision(result, suite, name, rule);
    ModuleDecision decision{.module = name,
                            .suite = suite,
                            .expected = decided.decision,
                            .observed = observed.value_or(Decision{}),
                            .is_observed = observed.has_value()};
    result.verdicts.push_back(judge_decision(result, decision, rule));
    // Nothing of a refused boot ran: there is nothing to count.
    if (!is_refused(result, suite)) {
      judge_effects(project, *project.find_module(name), decision, result);
    }
    result.decisions.push_back(std::move(decision));
  }
}

}  // namespace

std::vector<std::string> modules_in(const Project& project,
                                    const CellResult& result,
                                    std::string_view suite) {
  std::vector<std::string> names;
  for (const core::Module& module : project.modules) {
    const bool is_named = find_fact(result.observations, suite, module.name,
                                    "decision") != nullptr ||
                          find_fact(result.observations, suite, "",
                                    "compiled:" + module.name) != nullptr;
    if (is_named) {
      names.push_back(module.name);
    }
  }
  if (names.empty() && is_refused(result, suite)) {
    for (const core::Module& module : project.modules) {
      names.push_back(module.name);
    }
  }
  return names;
}

bool is_refused(const CellResult& result, std::string_view suite) {
  return find_text(result.observations, suite, "", "boot_status") == "refused";
}

std::map<std::string, std::string> facts_about(const Project& project,
                                               const core::Cell& cell,
                                               std::string_view module,
                                               const std::string& suite) {
  const core::Decided decided =
      core::expected_decision(project, cell.values, module);
  return {{"decision", std::string(core::name_of(decided.decision.outcome))},
          {"reason", decided.decision.reason},
          {"target", project.target},
          {"preset", cell.build.preset},
          {"suite", suite}};
}

void judge_modules(const Project& project, CellResult& result) {
  for (const core::SuiteOutput& suite : result.suites) {
    if (suite.kind == core::SuiteKind::boot && has_ended(result, suite) &&
        find_fact(result.observations, suite.suite, "", "boot_status") !=
            nullptr) {
      judge_boot(project, suite.suite, result);
    }
  }
  for (const core::Module& module : project.modules) {
    for (const core::Effect& effect : module.effects) {
      const auto facts =
          facts_about(project, result.cell, module.name, effect.suite);
      const auto lookup =
          core::lookup_for(result.cell.values, module.name, facts);
      if (!effect.suite.empty() && effect.when.holds(lookup)) {
        result.verdicts.push_back(
            judge_suite_effect(result, module.name, effect));
      }
    }
  }
}

}  // namespace heed::judge
