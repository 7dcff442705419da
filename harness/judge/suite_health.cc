#include "harness/judge/suite_health.h"

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "harness/judge/facts.h"
#include "harness/util/format.h"

namespace heed::judge {
namespace {

using core::CellResult;
using core::FindingKind;
using core::SuiteOutput;
using core::Verdict;
using core::VerdictStatus;

struct EndRow {
  std::string_view status;
  int exit_code;
  core::CaseOutcome outcome;
};

/// The status words of a boot with their exit codes. A guest's emulator may
/// exit 0 whatever happened inside.
constexpr std::array kEnds = {
    EndRow{"booted", 0, core::CaseOutcome::pass},
    EndRow{"refused", 3, core::CaseOutcome::pass},
    EndRow{"failed", 1, core::CaseOutcome::fail},
    EndRow{"panic", 4, core::CaseOutcome::crash},
};
constexpr int kPanicExit = 4;

std::optional<std::string> boot_status(const CellResult& result,
                                       const SuiteOutput& suite) {
  return find_text(result.observations, suite.suite, "", "boot_status");
}

bool has_panicked(const CellResult& result, const SuiteOutput& suite) {
  return suite.kind == core::SuiteKind::boot &&
         (boot_status(result, suite) == "panic" ||
          suite.exit_code == kPanicExit ||
          find_fact(result.observations, suite.suite, "", "panic") != nullptr);
}

Verdict verdict_on(const SuiteOutput& suite, std::string expectation,
                   std::string expected, std::string observed) {
  Verdict verdict;
  verdict.module = suite.suite;
  verdict.suite = suite.suite;
  verdict.metric = "end";
  verdict.expectation = std::move(expectation);
  verdict.expected = std::move(expected);
  verdict.observed = std::move(observed);
  if (!suite.files.empty()) {
    verdict.evidence = suite.files.front().path.string();
  }
  return verdict;
}

Verdict violated(Verdict verdict, FindingKind kind) {
  verdict.status = VerdictStatus::violated;
  verdict.kind = kind;
  return verdict;
}

Verdict inconclusive(Verdict verdict, std::string reason) {
  verdict.status = VerdictStatus::inconclusive;
  verdict.reason = std::move(reason);
  return verdict;
}

/// How SUITE ended, if not by itself.
std::optional<Verdict> judge_end(const CellResult& result,
                                 const SuiteOutput& suite) {
  const Verdict base = verdict_on(suite, "ends", "an end of its own", "");
  if (!suite.could_not_start.empty()) {
    Verdict verdict = inconclusive(base, "unavailable");
    verdict.observed = suite.could_not_start;
    return verdict;
  }
  if (suite.interrupted) {
    return inconclusive(base, "interrupted");
  }
  Verdict verdict = base;
  if (suite.timed_out) {
    verdict.observed =
        util::format("still running after {:.1f} s", suite.seconds);
    return violated(verdict, FindingKind::timeout);
  }
  if (suite.signal != 0) {
    verdict.observed = util::format("signal {}", suite.signal);
    return violated(verdict, FindingKind::crash);
  }
  if (find_fact(result.observations, suite.suite, "", "premature_exit") !=
      nullptr) {
    verdict.observed = "exit called before its tests ended";
    return violated(verdict, FindingKind::crash);
  }
  if (has_panicked(result, suite)) {
    verdict.observed =
        "panic: " + find_text(result.observations, suite.suite, "", "panic")
                        .value_or("no message");
    return violated(verdict, FindingKind::crash);
  }
  return std::nullopt;
}

/// What a boot that ended by itself must have printed.
std::optional<Verdict> judge_boot_text(const CellResult& result,
                                       const SuiteOutput& suite) {
  const auto status = boot_status(result, suite);
  const Verdict base =
      verdict_on(suite, "prints", "whole sections", status.value_or(""));
  if (!status) {
    return inconclusive(base, why_missing(result.observations, suite.suite));
  }
  for (const EndRow& row : kEnds) {
    if (row.status == *status && suite.exit_code != row.exit_code &&
        suite.exit_code != 0) {
      return inconclusive(base, "exit-status");
    }
  }
  for (const core::Observation& fact : result.observations) {
    if (fact.suite == suite.suite && fact.metric == "unreadable") {
      Verdict verdict = inconclusive(base, to_text(fact));
      verdict.observed = fact.subject;
      return verdict;
    }
  }
  return std::nullopt;
}

void add_boot_case(CellResult& result, const SuiteOutput& suite) {
  core::CaseResult boot;
  boot.suite = suite.suite;
  boot.name = "boot";
  boot.seconds = suite.seconds;
  boot.message = boot_status(result, suite).value_or("no status");
  boot.outcome = core::CaseOutcome::unresolved;
  for (const EndRow& row : kEnds) {
    if (row.status == boot.message) {
      boot.outcome = row.outcome;
    }
  }
  if (suite.timed_out) {
    boot.outcome = core::CaseOutcome::timeout;
  } else if (suite.signal != 0 || has_panicked(result, suite)) {
    boot.outcome = core::CaseOutcome::crash;
  } else if (boot.outcome == core::CaseOutcome::unresolved) {
    return;  // inconclusive, not failed
  }
  result.cases.push_back(std::move(boot));
}

void judge_leaks(CellResult& result, const SuiteOutput& suite) {
  std::map<std::string, std::string> names;  // by owner, or the suite
  for (const core::Observation& fact : result.observations) {
    if (fact.suite == suite.suite && fact.metric == "leak") {
      std::string& list =
          names[fact.subject.empty() ? suite.suite : fact.subject];
      list += (list.empty() ? "" : ", ") + to_text(fact);
    }
  }
  for (const std::string& process : suite.left_behind) {
    std::string& list = names[suite.suite];
    list += (list.empty() ? "" : ", ") + ("process " + process);
  }
  for (const auto& [owner, list] : names) {
    Verdict verdict = violated(verdict_on(suite, "no-leak", "nothing", list),
                               FindingKind::leak);
    verdict.module = owner;
    verdict.metric = "left over";
    result.verdicts.push_back(std::move(verdict));
  }
}

}  // namespace

bool has_ended(const CellResult& result, const SuiteOutput& suite) {
  return !judge_end(result, suite).has_value();
}

void judge_health(CellResult& result) {
  for (const SuiteOutput& suite : result.suites) {
    const bool is_boot = suite.kind == core::SuiteKind::boot;
    auto verdict = judge_end(result, suite);
    if (!verdict && is_boot) {
      verdict = judge_boot_text(result, suite);
    }
    if (verdict) {
      result.verdicts.push_back(*std::move(verdict));
    }
    if (is_boot) {
      add_boot_case(result, suite);
    }
    judge_leaks(result, suite);
  }
}

}  // namespace heed::judge
