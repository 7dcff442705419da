// The probes of what test programs write.
#include <gtest/gtest.h>

#include "harness/observe/benchmark_key.h"
#include "harness/observe/probes.h"
#include "harness/observe/test_support.h"

namespace heed::observe {
namespace {

using Strings = std::vector<std::string>;

TEST(Probes, EachKindHasOneProbeOfThatName) {
  for (const core::Probe* probe : probes()) {
    EXPECT_EQ(find_probe(probe->name()), probe);
  }
  EXPECT_EQ(find_probe("log"), nullptr);
}

TEST(Probes, EveryProbeSurvivesEmptyAndForeignTextAndNamesTheSuite) {
  for (const core::Probe* probe : probes()) {
    for (const char* text : {"", "\n", "\xff\x00{[\"", "== done booted\n"}) {
      for (const core::Observation& fact :
           observe(evidence(std::string(probe->name()), text))) {
        EXPECT_EQ(fact.suite, "suite") << probe->name();
      }
    }
  }
}

TEST(PrematureExitProbe, SeesTheFileThatAnEarlyExitLeaves) {
  EXPECT_EQ(
      value_of(observe(evidence("premature-exit", "0")), "", "premature_exit"),
      "1");
  EXPECT_TRUE(observe(evidence("premature-exit", "")).empty());
}

TEST(GtestProbe, ReadsCasesWithMessagePlaceAndReason) {
  const Facts facts = observe(fixture("gtest", "gtest.json"));

  EXPECT_EQ(value_of(facts, "Toy.Passes", "case"), "pass");
  EXPECT_EQ(value_of(facts, "Toy.Fails", "case"), "fail");
  EXPECT_EQ(value_of(facts, "Toy.Skips", "case"), "skip");
  EXPECT_EQ(value_of(facts, "I/P.Q/1", "case"), "pass");
  EXPECT_EQ(value_of(facts, "Toy.DISABLED_Sleeps", "case"), "absent");
  const auto& failed = find(facts, "Toy.Fails", "case").labels;
  EXPECT_NE(failed.at("message").find("Value of: false"), std::string::npos);
  EXPECT_EQ(failed.at("file"), "g.cc");
  EXPECT_EQ(failed.at("line"), "3");
  EXPECT_EQ(find(facts, "Toy.Skips", "case").labels.at("reason"),
            "global-runtime");
  EXPECT_EQ(value_of(facts, "", "rows"), "5");
}

TEST(GtestProbe, ReadsPropertiesMeantForHeedOnly) {
  const Facts facts = observe(fixture("gtest", "gtest.json"));

  EXPECT_EQ(value_of(facts, "Toy.Passes", "kdf_blocks"), "5");
  EXPECT_EQ(value_of(facts, "Toy.Passes", "cipher"), "hmac");
  EXPECT_EQ(value_of(facts, "Toy.Passes", "plain"), "absent");
}

TEST(GtestProbe, TellsNoResultFromACutOneFromNoCases) {
  EXPECT_EQ(unreadable_in(observe(fixture("gtest", "gtest-crash.json"))),
            Strings{"gtest: no-output"});
  EXPECT_EQ(unreadable_in(observe(fixture("gtest", "gtest-truncated.json"))),
            Strings{"gtest: torn-output"});
  const Facts empty = observe(fixture("gtest", "gtest-empty.json"));
  EXPECT_EQ(unreadable_in(empty), Strings{});
  EXPECT_EQ(value_of(empty, "", "rows"), "0");
}

TEST(GtestListProbe, ExpectsEveryEnabledCase) {
  const Facts facts = observe(fixture("gtest-list", "gtest-list.txt"));

  Strings names;
  for (const core::Observation& fact : facts) {
    names.push_back(fact.subject);
  }
  EXPECT_EQ(names, (Strings{"Toy.Passes", "Toy.Fails", "Toy.Skips", "I/P.Q/0",
                            "I/P.Q/1"}));
}

TEST(GtestListProbe, TellsWhenThereIsNoList) {
  for (const char* file : {"gtest-list-empty.txt", "gtest-list-crash.txt"}) {
    EXPECT_EQ(unreadable_in(observe(fixture("gtest-list", file))),
              Strings{"gtest-list: no-output"});
  }
}

TEST(BenchmarkKey, KeepsArgumentsAndDropsTuning) {
  EXPECT_EQ(benchmark_key("BM/8/iterations:100/repeats:3"), "BM/8");
  EXPECT_EQ(benchmark_key("BM/n:8/min_time:0.1/real_time/threads:4"),
            "BM/n:8/threads:4");
  EXPECT_EQ(benchmark_key("real_time"), "real_time");
  EXPECT_EQ(benchmark_key(""), "");
}

TEST(BenchmarkProbe, ReadsRepetitionsInSecondsAndCounters) {
  const Facts facts = observe(fixture("benchmark", "benchmark.json"));

  const auto& time = find(facts, "BM_Sum/8", "real_time");
  EXPECT_NEAR(std::get<double>(time.value), 5.13e-7, 1e-9);
  EXPECT_EQ(time.unit, "seconds");
  EXPECT_EQ(time.labels.at("name"), "BM_Sum/8/iterations:100");
  EXPECT_EQ(value_of(facts, "BM_Sum/8", "kdf_blocks"), "5");
  EXPECT_EQ(value_of(facts, "BM_Repeated/8", "real_time"), "several");
  EXPECT_EQ(value_of(facts, "", "rows"), "7");
}

TEST(BenchmarkProbe, KeepsTheTimeOfARowWithACounterThatIsNoNumber) {
  const Facts facts = observe(fixture("benchmark", "benchmark.json"));

  EXPECT_EQ(value_of(facts, "BM_Sum/8", "ratio"), "absent");
  EXPECT_EQ(value_of(facts, "BM_Sum/8", "not_finite"), "several");
  EXPECT_EQ(unreadable_in(facts), Strings{});
}

TEST(BenchmarkProbe, AnErroredRowHasNoTime) {
  const Facts facts = observe(fixture("benchmark", "benchmark.json"));

  EXPECT_EQ(value_of(facts, "BM_Errs", "errored"), "no key");
  EXPECT_EQ(value_of(facts, "BM_Errs", "real_time"), "absent");
}

TEST(BenchmarkProbe, TellsNoRowsFromACutFile) {
  EXPECT_EQ(value_of(observe(fixture("benchmark", "benchmark-empty.json")), "",
                     "rows"),
            "0");
  EXPECT_EQ(value_of(observe(evidence("benchmark", "{}")), "", "rows"), "0");
  for (const char* file :
       {"benchmark-truncated.json", "benchmark-crash.json"}) {
    EXPECT_EQ(unreadable_in(observe(fixture("benchmark", file))),
              Strings{"benchmark: torn-output"});
  }
}

std::string row(const std::string& name, const std::string& more) {
  return R"({"name":")" + name + R"(","run_name":")" + name +
         R"(","run_type":"iteration","time_unit":"ns")" + more + "}";
}

Facts rows(const std::string& all) {
  return observe(evidence("benchmark", R"({"benchmarks":[)" + all + "]}"));
}

constexpr const char* kTimes = R"(,"real_time":5,"cpu_time":5)";

TEST(BenchmarkProbe, OneBadTimeHidesNoOtherRow) {
  const Facts facts = rows(row("A", R"(,"real_time":-1e6,"cpu_time":5)") + "," +
                           row("B", kTimes));

  EXPECT_EQ(unreadable_in(facts), Strings{"A: invalid-time"});
  EXPECT_EQ(value_of(facts, "B", "real_time"), "5e-09");
}

TEST(BenchmarkProbe, AConstantAsTimeMakesTheFileInvalid) {
  EXPECT_EQ(unreadable_in(rows(row("A", R"(,"real_time":NaN,"cpu_time":5)"))),
            Strings{"benchmark: invalid-json"});
}

TEST(BenchmarkProbe, RefusesControlCharactersAndDuplicateKeys) {
  EXPECT_EQ(unreadable_in(rows(row("A\x01", kTimes))),
            Strings{"benchmark: invalid-json"});
  EXPECT_EQ(
      unreadable_in(rows(row("A", std::string(kTimes) + R"(,"iterations":1,
                                                   "iterations":2)"))),
      Strings{"benchmark: invalid-json"});
}

TEST(BenchmarkProbe, NeverAveragesARowSeenTwice) {
  const Facts facts = rows(row("A", kTimes) + "," + row("A", kTimes));

  EXPECT_EQ(unreadable_in(facts), Strings{"A: duplicate-name"});
  EXPECT_EQ(value_of(facts, "A", "real_time"), "absent");
}

TEST(BenchmarkProbe, AggregatesAreNotSamples) {
  const Facts facts =
      rows(R"({"name":"A_mean","run_name":"A","run_type":"aggregate",)"
           R"("aggregate_name":"mean","real_time":5,"cpu_time":5,)"
           R"("time_unit":"ns"})");

  EXPECT_EQ(unreadable_in(facts), Strings{"A: no-raw-repetitions"});
  EXPECT_EQ(value_of(facts, "A", "real_time"), "absent");
}

TEST(BenchmarkProbe, RefusesUnitsAndSchemasItDoesNotKnow) {
  EXPECT_EQ(unreadable_in(rows(R"({"name":"A","run_name":"A","real_time":1,)"
                               R"("cpu_time":1,"time_unit":"min"})")),
            Strings{"A: invalid-unit"});
  EXPECT_EQ(unreadable_in(observe(evidence(
                "benchmark", R"({"context":{"json_schema_version":2}})"))),
            Strings{"benchmark: invalid-json"});
}

TEST(BenchmarkProbe, ASkippedRowIsNoError) {
  const Facts facts =
      rows(row("A", R"(,"skipped":true,"skip_message":"no AVX2")"));

  EXPECT_EQ(value_of(facts, "A", "skipped"), "no AVX2");
  EXPECT_EQ(value_of(facts, "A", "errored"), "absent");
}

TEST(BenchListProbe, ExpectsTheKeysOfTheResults) {
  const Facts facts = observe(fixture("bench-list", "bench-list.txt"));

  EXPECT_EQ(value_of(facts, "BM_Sum/8", "expected_benchmark"), "1");
  EXPECT_EQ(value_of(facts, "BM_Repeated/8", "expected_benchmark"), "1");
  EXPECT_EQ(
      unreadable_in(observe(fixture("bench-list", "bench-list-empty.txt"))),
      Strings{"bench-list: no-output"});
}

TEST(ObservationsProbe, CountsTheLinesItDrops) {
  const Facts facts = observe(fixture("observations", "observations.jsonl"));

  EXPECT_EQ(value_of(facts, "kdf_sp800108", "selftest_runs"), "1");
  EXPECT_EQ(value_of(facts, "a", "state"), "passed");
  EXPECT_EQ(value_of(facts, "a", "b"), "absent");
  EXPECT_EQ(value_of(facts, "", "observations_dropped"), "3");
}

TEST(ObservationsProbe, NoLinesAreNoLoss) {
  EXPECT_EQ(value_of(observe(evidence("observations", "")), "",
                     "observations_dropped"),
            "0");
}

}  // namespace
}  // namespace heed::observe
