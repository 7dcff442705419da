#pragma once

// Finished runs of a small matrix, for the tests of whatever reads a record:
// 2 builds (DISABLE_TESTS), 12 cells (notests, kdf_sp800108.notests).

#include <cstdio>
#include <string>
#include <vector>

#include "harness/core/run_record.h"

namespace heed::core::sample {

inline constexpr const char* kModule = "kdf_sp800108";
inline constexpr const char* kSuite = "kdf.conformance";
inline constexpr const char* kBoot = "boot.reference";

inline std::vector<Setting> settings() {
  Setting disable{.name = "DISABLE_TESTS", .base = "DISABLE_TESTS"};
  disable.values = {"OFF", "ON"};
  disable.default_value = "OFF";
  disable.cmake = "DISABLE_TESTS";
  disable.file = "heed.json";
  disable.line = 13;
  Setting notests{.name = "notests", .base = "notests"};
  notests.stage = Stage::boot;
  notests.values = {"0", "1"};
  notests.default_value = "0";
  notests.boot = "cryptomgr.notests={value}";
  notests.file = "heed.json";
  notests.line = 19;
  Setting own = notests;
  own.name = "kdf_sp800108.notests";
  own.module = kModule;
  own.values = {"unset", "0", "1"};
  own.default_value = "unset";
  own.boot = "kdf_sp800108.notests={value}";
  return {disable, notests, own};
}

inline std::string numbered_id(std::size_t number) {
  std::array<char, 13> text{};
  std::snprintf(text.data(), text.size(), "%04zx0b27de%02zx",
                0x3f9a + number * 0x111, number);
  return text.data();
}

inline Cell cell(std::size_t number, const Values& values) {
  Cell cell;
  cell.id = numbered_id(number);
  cell.values = values;
  for (const Setting& setting : settings()) {
    const std::string& value = values.find(setting.name)->second;
    (setting.stage == Stage::build ? cell.build.values
                                   : cell.boot.values)[setting.name] = value;
    if (value != setting.default_value) {
      cell.short_text +=
          (cell.short_text.empty() ? "" : ",") + setting.name + "=" + value;
    }
    if (setting.stage == Stage::boot && !passes_nothing(value)) {
      const std::string word = setting.boot.substr(0, setting.boot.find('{'));
      cell.boot.command_line +=
          (cell.boot.command_line.empty() ? "" : " ") + word + value;
    }
  }
  cell.build.preset = "cell";
  cell.build.id = values.find("DISABLE_TESTS")->second == "ON" ? "b0b0b0b0b0b1"
                                                               : "b0b0b0b0b0b0";
  if (cell.short_text.empty()) {
    cell.short_text = "default";
  }
  cell.name = "cmake/cell/" + cell.short_text + "~" + cell.id;
  return cell;
}

inline Decision decision_of(const Values& values) {
  const std::string& own = values.find("kdf_sp800108.notests")->second;
  if (values.find("DISABLE_TESTS")->second == "ON") {
    return {Outcome::skip, "compiled-out"};
  }
  if (own != "unset") {
    return {own == "1" ? Outcome::skip : Outcome::run, "module-runtime"};
  }
  if (values.find("notests")->second == "1") {
    return {Outcome::skip, "global-runtime"};
  }
  return {Outcome::run, "default"};
}

/// A cell in which everything is as it should be.
inline CellResult conforming_cell(const Cell& cell) {
  CellResult result;
  result.cell = cell;
  result.status = CellStatus::passed;
  result.fingerprint = "f" + cell.id;
  result.build_seconds = 12.5;
  result.run_seconds = 0.4;
  const Decision decision = decision_of(cell.values);
  const bool is_run = decision.outcome == Outcome::run;
  const std::string vectors = is_run ? "5" : "0";
  result.decisions = {{.module = kModule,
                       .suite = kBoot,
                       .expected = decision,
                       .observed = decision,
                       .is_observed = true}};
  result.suites = {
      {.suite = kBoot, .kind = SuiteKind::boot, .exit_code = 0, .seconds = 0.1},
      {.suite = kSuite, .exit_code = 0, .seconds = 0.3}};
  result.suites[1].files = {{.kind = "log",
                             .suite = kSuite,
                             .path = "cells/" + cell.id + "/test.log"}};
  result.cases = {
      {.suite = kSuite, .name = "Kdf108.CounterMode", .seconds = 0.02},
      {.suite = kSuite, .name = "Kdf108.SelfTestRan", .seconds = 0.01}};
  if (!is_run) {
    result.cases[1].outcome = CaseOutcome::skip;
    result.cases[1].message = decision.reason;
  }
  result.observations = {{.subject = kModule,
                          .metric = "selftest_vectors",
                          .value = is_run ? 5.0 : 0.0,
                          .labels = {{"module", kModule}, {"scope", kModule}},
                          .suite = kBoot}};
  result.verdicts = {
      {.module = kModule,
       .expectation = is_run ? "run-executes" : "skip-does-no-work",
       .metric = "selftest_vectors",
       .suite = kBoot,
       .expected = is_run ? ">= 1" : "0",
       .observed = vectors,
       .source = "0bf365c0efdd",
       .evidence = "cells/" + cell.id + "/boot.log"}};
  return result;
}

inline RunRecord conforming() {
  RunRecord record;
  record.id = "20270114T090311Z-7f3c19";
  record.version = "0.1.0";
  record.project = "heed";
  record.plan =
      "7f3c19aa00000000000000000000000000000000000000000000000000000000";
  record.strategy = "full";
  record.settings = 3;
  record.started = "2027-01-14T09:03:11Z";
  record.completed = "2027-01-14T09:03:49Z";
  record.stage_seconds = {
      {"configure", 2.5}, {"build", 22.5}, {"boot", 1.2}, {"test", 3.6}};
  record.identity = {
      .target = "cmake", .toolchain = "GNU 12.2.0", .variables = {}};
  record.declared = settings();
  record.modules = {"hmac", kModule};
  std::size_t number = 0;
  for (const char* disable : {"OFF", "ON"}) {
    for (const char* notests : {"0", "1"}) {
      for (const char* own : {"unset", "0", "1"}) {
        record.cells.push_back(
            conforming_cell(cell(number++, {{"DISABLE_TESTS", disable},
                                            {"notests", notests},
                                            {"kdf_sp800108.notests", own}})));
      }
    }
  }
  for (const char* id : {"b0b0b0b0b0b0", "b0b0b0b0b0b1"}) {
    BuildResult build;
    build.artifact.build = id;
    build.artifact.built = true;
    build.artifact.configure_seconds = 1.25;
    build.artifact.build_seconds = 11.25;
    record.builds.push_back(build);
  }
  record.counts = {.product = 12, .run = 12};
  return record;
}

/// notests=1 is loaded and the self-test runs all the same, in two cells.
inline RunRecord ignored_setting() {
  RunRecord record = conforming();
  Finding finding{.kind = FindingKind::ignored_setting,
                  .module = kModule,
                  .setting = "notests",
                  .rung = Rung::r7};
  finding.rung_detail = "loaded value differs (R6: 0, 1), work does not";
  finding.context = {{"notests", "1"}};
  finding.expectation = "skip-does-no-work";
  finding.source = "0bf365c0efdd";
  finding.expected = {{"selftest_vectors", "0"}};
  finding.observed = {{"selftest_vectors", "5"}};
  for (const std::size_t i : {3U, 5U}) {
    CellResult& result = record.cells[i];
    result.status = CellStatus::failed;
    result.decisions[0].observed = {Outcome::run, "default"};
    Verdict& verdict = result.verdicts[0];
    verdict.expectation = "skip-does-no-work";
    verdict.expected = "0";
    verdict.observed = "5";
    verdict.status = VerdictStatus::violated;
    verdict.kind = FindingKind::ignored_setting;
    result.observations[0].value = 5.0;
    finding.cells.push_back(result.cell.id);
  }
  finding.pair = {record.cells[3].cell.id, record.cells[0].cell.id};
  finding.repro = "heed run --cell " + finding.cells[0].substr(0, 6);
  record.findings = {finding};
  record.exit_codes = {ExitCode::findings};
  return record;
}

/// DISABLE_TESTS=ON is cached by CMake and never reaches the code.
inline RunRecord lost_setting() {
  RunRecord record = conforming();
  Finding finding{.kind = FindingKind::lost_setting,
                  .setting = "DISABLE_TESTS",
                  .rung = Rung::r2};
  finding.rung_detail = "requested ON, CMakeCache.txt says OFF";
  finding.context = {{"DISABLE_TESTS", "ON"}};
  finding.expectation = "delivered";
  finding.expected = {{"DISABLE_TESTS", "ON"}};
  finding.observed = {{"DISABLE_TESTS", "OFF"}};
  for (std::size_t i = 6; i < 12; ++i) {
    record.cells[i].status = CellStatus::failed;
    finding.cells.push_back(record.cells[i].cell.id);
  }
  finding.repro = "heed run --cell " + finding.cells[0].substr(0, 6);
  record.findings = {finding};
  record.exit_codes = {ExitCode::build};
  return record;
}

/// A suite dies by a signal in one cell, a test case fails in two.
inline RunRecord crash_and_failed_case() {
  RunRecord record = conforming();
  CellResult& crashed = record.cells[1];
  crashed.status = CellStatus::failed;
  crashed.suites[1].exit_code = -1;
  crashed.suites[1].signal = 11;
  crashed.cases[1].outcome = CaseOutcome::crash;
  crashed.cases[1].message = "no result: killed by signal 11";
  Finding finding{.kind = FindingKind::crash, .module = kSuite};
  finding.context = {{"kdf_sp800108.notests", "0"}};
  finding.detail = "signal 11 (SIGSEGV) in Kdf108.SelfTestRan";
  finding.cells = {crashed.cell.id};
  finding.repro = "heed run --cell " + crashed.cell.id.substr(0, 6);
  for (const std::size_t i : {4U, 5U}) {
    CellResult& failed = record.cells[i];
    failed.status = CellStatus::failed;
    failed.cases[0].outcome = CaseOutcome::fail;
    failed.cases[0].message = "Expected equality of these values:\n  5\n  4";
    failed.cases[0].file = "kdf/src/kdf_sp800108_test.cc";
    failed.cases[0].line = 42;
  }
  record.findings = {finding};
  record.exit_codes = {ExitCode::findings};
  return record;
}

/// One of the two builds does not compile, so six cells cannot run.
inline RunRecord build_failure() {
  RunRecord record = conforming();
  Artifact& artifact = record.builds[1].artifact;
  artifact.built = false;
  artifact.failed_step = "build";
  artifact.failure =
      "cmake --build exited 1 (log: heed-out/builds/b0b0b0b0b0b1/build.log)";
  for (std::size_t i = 6; i < 12; ++i) {
    const Cell cell = record.cells[i].cell;
    record.cells[i] = {};
    record.cells[i].cell = cell;
    record.cells[i].status = CellStatus::build_failed;
    record.cells[i].build_seconds = 3.5;
  }
  record.exit_codes = {ExitCode::build};
  return record;
}

/// One cell's boot output was cut off, another was not started; one cell was
/// ruled out, one sampled out and one reused.
inline RunRecord inconclusive() {
  RunRecord record = conforming();
  CellResult& torn = record.cells[2];
  torn.cls = CellClass::inconclusive;
  torn.status = CellStatus::none;
  torn.reason = "torn-output";
  torn.verdicts[0].status = VerdictStatus::inconclusive;
  torn.verdicts[0].observed = "";
  torn.verdicts[0].reason = "torn-output";
  torn.observations.clear();
  torn.decisions[0].is_observed = false;
  torn.decisions[0].observed = {};
  Finding finding{.kind = FindingKind::inconclusive, .module = kModule};
  finding.context = {{"kdf_sp800108.notests", "1"}};
  finding.reason = "torn-output";
  finding.detail = "section counters: 120 bytes announced, 64 found";
  finding.cells = {torn.cell.id};
  CellResult& waiting = record.cells[3];
  const Cell not_started = waiting.cell;
  waiting = {};
  waiting.cell = not_started;
  waiting.cls = CellClass::inconclusive;
  waiting.reason = "not-started";
  record.cells[4].cls = CellClass::reused;
  record.cells[4].reason = "same-as:" + record.cells[1].cell.id;
  record.left_out = {{record.cells[11].cell, "excluded", "no-lto-asan"},
                     {record.cells[10].cell, "sampled-out", "strategy"}};
  record.cells.resize(10);
  record.findings = {finding};
  record.counts = {.product = 12,
                   .run = 7,
                   .reused = 1,
                   .excluded = 1,
                   .sampled_out = 1,
                   .inconclusive = 2};
  record.exit_codes = {ExitCode::inconclusive};
  return record;
}

}  // namespace heed::core::sample
