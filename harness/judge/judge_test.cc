#include "harness/judge/judge.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "harness/judge/facts.h"
#include "harness/judge/observable.h"
#include "harness/judge/test_world.h"
#include "harness/util/format.h"

namespace heed::judge {
namespace {

using core::CaseOutcome;
using core::CellClass;
using core::CellResult;
using core::CellStatus;
using core::Observation;
using core::SuiteKind;
using core::SuiteOutput;
using core::VerdictStatus;
using Strings = std::vector<std::string>;

Observation fact(const std::string& subject, const std::string& metric,
                 std::variant<double, std::string> value,
                 const std::string& suite = "kdf.conformance") {
  Observation made;
  made.subject = subject;
  made.metric = metric;
  made.value = std::move(value);
  made.suite = suite;
  return made;
}

SuiteOutput suite(SuiteKind kind = SuiteKind::conformance,
                  const std::string& name = "kdf.conformance") {
  SuiteOutput output;
  output.suite = name;
  output.kind = kind;
  output.exit_code = 0;
  return output;
}

CellResult judged(const SuiteOutput& output,
                  const std::vector<Observation>& facts,
                  const core::Values& off = {}) {
  const core::Project project = make_project();
  core::Artifact artifact;
  artifact.built = true;
  const std::vector<SuiteOutput> suites = {output};
  return judge_cell({.project = project,
                     .cell = make_cell(project, off),
                     .artifact = artifact,
                     .suites = suites,
                     .observations = facts});
}

/// "STATUS KIND-or-reason" of every verdict that is not fulfilled.
Strings complaints(const CellResult& result) {
  Strings found;
  for (const core::Verdict& verdict : result.verdicts) {
    if (verdict.status == VerdictStatus::violated) {
      found.push_back(verdict.module + ": " +
                      std::string(row_of(verdict.kind).name));
    } else if (verdict.status == VerdictStatus::inconclusive) {
      found.push_back(verdict.module + ": " + verdict.reason);
    }
  }
  return found;
}

TEST(Cases, AFailingCaseFailsTheCellWithoutAFinding) {
  SuiteOutput output = suite();
  output.exit_code = 1;
  const CellResult result =
      judged(output, {fact("A.B", "case", "pass"), fact("A.C", "case", "fail"),
                      fact("", "rows", 2.0)});

  EXPECT_EQ(result.status, CellStatus::failed);
  EXPECT_EQ(complaints(result), Strings{});
  const std::vector<CellResult> results = {result};
  EXPECT_EQ(exit_codes({}, results, {}), std::set{core::ExitCode::findings});
}

TEST(Cases, AnExpectedCaseWithoutResultIsUnresolved) {
  const CellResult result = judged(
      suite(), {fact("A.B", "case", "pass"), fact("A.B", "expected_case", 1.0),
                fact("A.Exits", "expected_case", 1.0)});

  ASSERT_EQ(result.cases.size(), 2U);
  EXPECT_EQ(result.cases[1].name, "A.Exits");
  EXPECT_EQ(result.cases[1].outcome, CaseOutcome::unresolved);
  EXPECT_EQ(result.status, CellStatus::failed);
}

TEST(Cases, NothingExecutedIsAVacuousPass) {
  const Strings vacuous = {"kdf.conformance: vacuous-pass"};
  EXPECT_EQ(complaints(judged(suite(), {fact("", "rows", 0.0)})), vacuous);
  EXPECT_EQ(complaints(judged(suite(), {fact("A.B", "case", "skip")})),
            vacuous);
  EXPECT_EQ(
      complaints(judged(suite(), {fact("gtest", "unreadable", "no-output")})),
      vacuous);
}

TEST(Cases, SkippingAllIsRightWhereNothingMayRun) {
  const CellResult result =
      judged(suite(), {fact("A.B", "case", "skip")}, {{"DISABLE_TESTS", "ON"}});

  EXPECT_EQ(complaints(result), Strings{});
  EXPECT_EQ(result.status, CellStatus::passed);
}

TEST(Cases, ACutResultIsInconclusive) {
  const CellResult result =
      judged(suite(), {fact("gtest", "unreadable", "torn-output")});

  EXPECT_EQ(result.cls, CellClass::inconclusive);
  EXPECT_EQ(result.reason, "torn-output");
}

TEST(Health, TellsHowASuiteEnded) {
  const Strings kReasons = {"crash", "timeout", "unavailable", "interrupted"};
  std::vector<SuiteOutput> ends(4, suite());
  ends[0].signal = 6;
  ends[1].timed_out = true;
  ends[2].could_not_start = "no such file";
  ends[3].interrupted = true;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    ends[i].exit_code = -1;
    EXPECT_EQ(complaints(judged(ends[i], {})),
              Strings{"kdf.conformance: " + kReasons[i]});
  }
}

TEST(JudgeCell, AnEarlyExitIsACrashAndNoPass) {
  EXPECT_EQ(complaints(judged(suite(), {fact("A.B", "case", "pass"),
                                        fact("", "premature_exit", 1.0)}))
                .front(),
            "kdf.conformance: crash");
}

TEST(Health, CasesOfACrashedSuiteAreCrashed) {
  SuiteOutput output = suite();
  output.signal = 11;
  const CellResult result = judged(output, {fact("A.B", "expected_case", 1.0)});

  EXPECT_EQ(result.cases.at(0).outcome, CaseOutcome::crash);
}

TEST(Health, ProcessesLeftBehindAreALeak) {
  SuiteOutput output = suite();
  output.left_behind = {"sleep 60"};
  const CellResult result = judged(output, {fact("A.B", "case", "pass")});

  EXPECT_EQ(complaints(result), Strings{"kdf.conformance: leak"});
}

const std::string kBootSuite = "boot.reference";

TEST(Boot, WithoutTextIsInconclusiveAndFailingIsFailed) {
  const SuiteOutput boot = suite(SuiteKind::boot, kBootSuite);
  EXPECT_EQ(judged(boot, {fact("done", "unreadable", "no-output", kBootSuite)})
                .reason,
            "no-output");

  const CellResult failed =
      judged(boot, {fact("", "boot_status", "failed", kBootSuite)});
  EXPECT_EQ(failed.status, CellStatus::failed);
  EXPECT_EQ(failed.cases.at(0).name, "boot");
}

TEST(Boot, ATornSectionIsNeverPassed) {
  const CellResult result =
      judged(suite(SuiteKind::boot, kBootSuite),
             {fact("", "boot_status", "booted", kBootSuite),
              fact("counters", "unreadable", "torn-output", kBootSuite)});

  EXPECT_EQ(result.cls, CellClass::inconclusive);
  EXPECT_EQ(result.reason, "torn-output");
}

TEST(Boot, WhatIsLeftIsALeakOfItsOwner) {
  const CellResult result =
      judged(suite(SuiteKind::boot, kBootSuite),
             {fact("", "boot_status", "booted", kBootSuite),
              fact(kSha, "leak", "larval sha224-generic", kBootSuite)});

  EXPECT_EQ(complaints(result), Strings{"sha256_generic: leak"});
}

TEST(Boot, AnUnprintedCounterIsInconclusive) {
  const core::Project project = make_project();
  World world = conforming(project, make_cell(project).values);
  auto facts = print(world);
  std::erase_if(facts, [](const Observation& one) {
    return one.metric == "selftest_vectors";
  });
  core::Artifact artifact;
  artifact.built = true;
  const auto suites = outputs(world);

  const CellResult result = judge_cell({.project = project,
                                        .cell = make_cell(project),
                                        .artifact = artifact,
                                        .suites = suites,
                                        .observations = facts});

  EXPECT_EQ(result.cls, CellClass::inconclusive);
  EXPECT_EQ(result.reason, "no-output");
}

TEST(Boot, APanicBelongsToTheModuleWhoseInitDidNotReturn) {
  MatrixRun run = run_matrix([](World&) {});
  const core::Cell cell = make_cell(run.project, {{"fips", "1"}});
  SuiteOutput boot = suite(SuiteKind::boot, kBootSuite);
  boot.exit_code = 4;
  CellResult& result = *std::ranges::find_if(
      run.results, [&](const auto& one) { return one.cell == cell; });
  result = judged(boot,
                  {fact("", "boot_status", "panic", kBootSuite),
                   fact("", "panic", "self-tests failed", kBootSuite),
                   fact(kKdf + "_init", "initcall_started", 1.0, kBootSuite)},
                  {{"fips", "1"}});

  run.findings = attribute(run.project, run.builds, run.results);

  const core::Finding& finding = find(run, "crash", kKdf, "");
  EXPECT_EQ(finding.observed.at("end"), "panic: self-tests failed");
  EXPECT_EQ(run.findings.size(), 1U);
}

SuiteOutput bench() { return suite(SuiteKind::bench, "kdf.bench"); }

Observation row(const std::string& subject, const std::string& metric,
                std::variant<double, std::string> value) {
  return fact(subject, metric, std::move(value), "kdf.bench");
}

TEST(Benchmarks, NoRowsAreAVacuousPass) {
  EXPECT_EQ(complaints(judged(bench(), {row("", "rows", 0.0)})),
            Strings{"kdf.bench: vacuous-pass"});
}

TEST(Benchmarks, EachBadRowIsInconclusiveAndTheOthersStand) {
  const CellResult result = judged(
      bench(), {row("A", "real_time", 1e-9), row("B", "errored", "no key"),
                row("C", "unreadable", "invalid-time"),
                row("D", "expected_benchmark", 1.0), row("", "rows", 3.0)});

  EXPECT_EQ(complaints(result),
            (Strings{"kdf.bench: errored", "kdf.bench: invalid-time",
                     "kdf.bench: gone"}));
}

TEST(Benchmarks, RowsWithoutErrorPass) {
  const CellResult result =
      judged(bench(), {row("A", "real_time", 1e-9), row("", "rows", 1.0),
                       row("A", "not_finite", "ratio")});

  EXPECT_EQ(result.status, CellStatus::passed);
}

TEST(Build, FailureAndLackOfToolsAreTold) {
  const core::Project project = make_project();
  core::BuildResult build;
  const auto judge_it = [&] {
    return judge_cell({.project = project,
                       .cell = make_cell(project),
                       .artifact = build.artifact,
                       .suites = {},
                       .observations = {}});
  };
  const CellResult failed = judge_it();
  EXPECT_EQ(failed.status, CellStatus::build_failed);
  EXPECT_EQ(failed.cls, CellClass::run);
  EXPECT_EQ(exit_codes({}, {&failed, 1}, {&build, 1}),
            std::set{core::ExitCode::build});

  build.artifact.unavailable = true;
  const CellResult missing = judge_it();
  EXPECT_EQ(missing.cls, CellClass::inconclusive);
  EXPECT_EQ(exit_codes({}, {&missing, 1}, {&build, 1}),
            std::set{core::ExitCode::inconclusive});
}

TEST(Neighbours, ABoundWithoutNeighbourGivesNoVerdict) {
  MatrixRun run = run_matrix([](World&) {});
  const core::Cell cell = make_cell(run.project, {{"notests", "1"}});
  std::vector<CellResult> alone = {*std::ranges::find_if(
      run.results, [&](const auto& one) { return one.cell == cell; })};
  std::erase_if(alone[0].verdicts, [](const core::Verdict& verdict) {
    return verdict.metric == "init_instructions";
  });

  judge_neighbours(run.project, alone);

  EXPECT_TRUE(
      std::ranges::none_of(alone[0].verdicts, [](const core::Verdict& verdict) {
        return verdict.metric == "init_instructions";
      }));
  EXPECT_EQ(alone[0].notices.back(),
            "skip-is-free: no neighbour with @reason=compiled-out in this "
            "run");
}

TEST(Neighbours, SameDemandsEqualTexts) {
  MatrixRun run = run_matrix([](World&) {});
  core::SameRule rule;
  rule.id = "off-is-off";
  for (const char* text : {"@reason=compiled-out", "@reason=global-runtime"}) {
    rule.between.push_back(*core::Condition::parse(text));
  }
  rule.of = {"proc-crypto"};
  run.project.modules[2].same = {rule};
  for (CellResult& result : run.results) {
    const bool is_off =
        core::expected_decision(run.project, result.cell.values, kKdf)
            .decision.reason == "global-runtime";
    result.observations.push_back(
        fact("", "section:proc-crypto", is_off ? "one" : "other", kBootSuite));
  }

  judge_neighbours(run.project, run.results);
  const auto findings = attribute(run.project, run.builds, run.results);

  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].expectation, "off-is-off");
  EXPECT_EQ(findings[0].setting, "notests");
}

TEST(Observable, SumsEachLineOnceAndFiltersByLabel) {
  CellResult result;
  const auto add = [&](const std::string& module, const std::string& scope,
                       const std::string& message, double value) {
    Observation one = fact(module, "notifications", value, kBootSuite);
    one.labels = {{"scope", scope}, {"msg", message}};
    result.observations.push_back(one);
  };
  add(kKdf, kKdf, "REGISTER", 1);
  add(kSha, kKdf, "REGISTER", 2);
  add(kSha, kSha, "REGISTER", 4);
  add(kKdf, kKdf, "LOADED", 8);

  const auto read = [&](const std::string& observable) {
    return read_observable(result, kBootSuite, kKdf, observable).value;
  };
  EXPECT_EQ(read("notifications"), 11);
  EXPECT_EQ(read("notifications{msg=\"REGISTER\"}"), 3);
  EXPECT_EQ(read("notifications{msg=\"REQUEST\"}"), std::nullopt);
}

TEST(ExitCodes, NothingRanWithoutResults) {
  EXPECT_EQ(exit_codes({}, {}, {}), std::set{core::ExitCode::nothing_ran});
}

}  // namespace
}  // namespace heed::judge
