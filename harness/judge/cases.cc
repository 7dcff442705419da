#include "harness/judge/cases.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

#include "harness/judge/facts.h"
#include "harness/judge/suite_health.h"
#include "harness/util/format.h"

namespace heed::judge {
namespace {

using core::CaseOutcome;
using core::CellResult;
using core::FindingKind;
using core::SuiteOutput;
using core::Verdict;
using core::VerdictStatus;

Verdict claim(const SuiteOutput& suite, std::string expectation,
              std::string expected, std::string observed) {
  Verdict verdict;
  verdict.module = suite.suite;
  verdict.suite = suite.suite;
  verdict.expectation = std::move(expectation);
  verdict.metric = "executed";
  verdict.expected = std::move(expected);
  verdict.observed = std::move(observed);
  return verdict;
}

Verdict vacuous(const SuiteOutput& suite, std::string observed) {
  Verdict verdict =
      claim(suite, "executes", "at least one", std::move(observed));
  verdict.status = VerdictStatus::violated;
  verdict.kind = FindingKind::vacuous_pass;
  return verdict;
}

Verdict inconclusive(const SuiteOutput& suite, std::string observed,
                     std::string reason) {
  Verdict verdict = claim(suite, "is-read", "a result", std::move(observed));
  verdict.status = VerdictStatus::inconclusive;
  verdict.reason = std::move(reason);
  return verdict;
}

template <typename Holds>
bool is_any_decision(const core::Project& project, const CellResult& result,
                     Holds holds) {
  return std::ranges::any_of(project.modules, [&](const core::Module& module) {
    const core::Decided decided =
        core::expected_decision(project, result.cell.values, module.name);
    return holds(project.rules[decided.rule]);
  });
}

bool is_run_expected(const core::Project& project, const CellResult& result) {
  return is_any_decision(project, result, [](const core::Rule& rule) {
    return rule.decision.outcome == core::Outcome::run;
  });
}

/// Where the whole start is refused, a suite may find nothing to execute.
bool is_refusal_expected(const core::Project& project,
                         const CellResult& result) {
  return is_any_decision(
      project, result, [](const core::Rule& rule) { return rule.whole_boot; });
}

std::string label(const core::Observation& fact, const std::string& key) {
  const auto found = fact.labels.find(key);
  return found == fact.labels.end() ? "" : found->second;
}

template <typename Number>
Number number_in(const std::string& text) {
  Number number{};
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

core::CaseResult case_of(const core::Observation& fact) {
  const std::string word = to_text(fact);
  core::CaseResult found;
  found.suite = fact.suite;
  found.name = fact.subject;
  found.outcome = word == "pass"   ? CaseOutcome::pass
                  : word == "skip" ? CaseOutcome::skip
                                   : CaseOutcome::fail;
  found.message =
      label(fact, found.outcome == CaseOutcome::skip ? "reason" : "message");
  found.file = label(fact, "file");
  found.line = number_in<int>(label(fact, "line"));
  found.seconds = number_in<double>(label(fact, "seconds"));
  return found;
}

/// What a case is that was expected and gave no result.
core::CaseResult missing_case(const SuiteOutput& suite,
                              const std::string& name) {
  core::CaseResult missing;
  missing.suite = suite.suite;
  missing.name = name;
  missing.outcome = suite.timed_out     ? CaseOutcome::timeout
                    : suite.signal != 0 ? CaseOutcome::crash
                                        : CaseOutcome::unresolved;
  missing.message = "no result";
  return missing;
}

/// Why the suite's cases, though it ended by itself, say too little.
std::optional<Verdict> judge_executed(
    const core::Project& project, const CellResult& result,
    const SuiteOutput& suite, const std::vector<core::CaseResult>& cases) {
  const bool is_unread = find_fact(result.observations, suite.suite, "gtest",
                                   "unreadable") != nullptr;
  const std::string reason = why_missing(result.observations, suite.suite);
  if (is_unread && (reason != "no-output" || suite.exit_code != 0)) {
    return inconclusive(suite, util::format("exit {}", suite.exit_code),
                        reason == "no-output" ? "exit-status" : reason);
  }
  const auto count = [&](auto holds) {
    return std::ranges::count_if(
        cases, [&](const core::CaseResult& row) { return holds(row.outcome); });
  };
  const auto skipped =
      count([](CaseOutcome outcome) { return outcome == CaseOutcome::skip; });
  const auto executed = count([](CaseOutcome outcome) {
    return outcome == CaseOutcome::pass || outcome == CaseOutcome::fail;
  });
  const bool is_idle_legal = skipped > 0 ? !is_run_expected(project, result)
                                         : is_refusal_expected(project, result);
  if (executed == 0 && !is_idle_legal) {
    return vacuous(suite,
                   util::format("{} executed, {} skipped", executed, skipped));
  }
  const bool has_failure = std::ranges::any_of(
      cases, [](const auto& row) { return row_of(row.outcome).is_failure; });
  if (suite.exit_code != 0 && !has_failure) {
    return inconclusive(suite, util::format("exit {}", suite.exit_code),
                        "exit-status");
  }
  return std::nullopt;
}

void judge_suite(const core::Project& project, const SuiteOutput& suite,
                 CellResult& result) {
  std::vector<core::CaseResult> cases;
  std::set<std::string> seen;
  for (const core::Observation& fact : result.observations) {
    if (fact.suite == suite.suite && fact.metric == "case") {
      cases.push_back(case_of(fact));
      seen.insert(fact.subject);
    }
  }
  const bool has_run = suite.could_not_start.empty() && !suite.interrupted;
  for (const core::Observation& fact : result.observations) {
    if (has_run && fact.suite == suite.suite &&
        fact.metric == "expected_case" && seen.insert(fact.subject).second) {
      cases.push_back(missing_case(suite, fact.subject));
    }
  }
  if (has_ended(result, suite)) {
    if (auto verdict = judge_executed(project, result, suite, cases)) {
      result.verdicts.push_back(*std::move(verdict));
    }
  }
  result.cases.insert(result.cases.end(), cases.begin(), cases.end());
}

/// The verdict that one fact about a benchmark gives, if any.
std::optional<Verdict> judge_fact(const core::Project& project,
                                  const CellResult& result,
                                  const SuiteOutput& suite,
                                  const core::Observation& fact) {
  const std::string text = fact.subject + ": " + to_text(fact);
  // Without a list there is nothing to miss; rows are counted anyway.
  if (fact.metric == "unreadable" && fact.subject != "bench-list") {
    return inconclusive(suite, fact.subject, to_text(fact));
  }
  if (fact.metric == "errored") {
    return inconclusive(suite, text, "errored");
  }
  if (fact.metric == "skipped" && is_run_expected(project, result)) {
    return inconclusive(suite, text, "skipped");
  }
  return std::nullopt;
}

void judge_missing_benchmarks(const SuiteOutput& suite, CellResult& result) {
  std::set<std::string> seen;
  for (const core::Observation& fact : result.observations) {
    if (fact.suite == suite.suite && fact.metric != "expected_benchmark") {
      seen.insert(fact.subject);
    }
  }
  std::vector<Verdict> gone;
  for (const core::Observation& fact : result.observations) {
    if (fact.suite == suite.suite && fact.metric == "expected_benchmark" &&
        !seen.contains(fact.subject)) {
      gone.push_back(inconclusive(suite, fact.subject, "gone"));
    }
  }
  result.verdicts.insert(result.verdicts.end(), gone.begin(), gone.end());
}

void judge_bench_suite(const core::Project& project, const SuiteOutput& suite,
                       CellResult& result) {
  const std::size_t before = result.verdicts.size();
  std::vector<Verdict> verdicts;
  for (const core::Observation& fact : result.observations) {
    if (fact.suite == suite.suite) {
      if (auto verdict = judge_fact(project, result, suite, fact)) {
        verdicts.push_back(*std::move(verdict));
      }
    }
  }
  result.verdicts.insert(result.verdicts.end(), verdicts.begin(),
                         verdicts.end());
  const auto rows = find_text(result.observations, suite.suite, "", "rows");
  const bool has_no_rows = rows.value_or("0") == "0";
  if (result.verdicts.size() == before && suite.exit_code != 0) {
    result.verdicts.push_back(inconclusive(
        suite, util::format("exit {}", suite.exit_code), "exit-status"));
  } else if (result.verdicts.size() == before && has_no_rows) {
    if (!is_refusal_expected(project, result)) {
      result.verdicts.push_back(vacuous(suite, "no rows"));
    }
  } else if (!has_no_rows) {
    judge_missing_benchmarks(suite, result);
  }
}

}  // namespace

void judge_cases(const core::Project& project, CellResult& result) {
  for (const SuiteOutput& suite : result.suites) {
    if (suite.kind == core::SuiteKind::conformance) {
      judge_suite(project, suite, result);
    }
  }
}

void judge_benchmarks(const core::Project& project, CellResult& result) {
  for (const SuiteOutput& suite : result.suites) {
    if (suite.kind == core::SuiteKind::bench && has_ended(result, suite)) {
      judge_bench_suite(project, suite, result);
    }
  }
}

}  // namespace heed::judge
