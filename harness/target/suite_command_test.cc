#include "harness/target/suite_command.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace heed::target {
namespace {

using core::SuiteKind;
using Words = std::vector<std::string>;

struct Made {
  core::Suite suite;
  core::Boot boot{.command_line = "cryptomgr.notests=1 fips=0"};

  explicit Made(SuiteKind kind, std::string name = "s")
      : suite{.name = std::move(name),
              .kind = kind,
              .command = {"/b/bin/boot", "--image=x"},
              .folder = "/b"} {}

  [[nodiscard]] SuiteCommand command(const Words& ours = {}) const {
    return suite_command({.suite = suite,
                          .boot = boot,
                          .folder = "/c%n",
                          .timeout = std::chrono::seconds(7)},
                         ours);
  }
};

Words kinds_of(const std::vector<core::EvidenceFile>& files) {
  Words kinds;
  for (const core::EvidenceFile& file : files) {
    kinds.push_back(file.kind);
  }
  return kinds;
}

TEST(SuiteCommand, AsksGoogleTestForJson) {
  const SuiteCommand made = Made(SuiteKind::conformance).command();
  EXPECT_EQ("json:/c%n/s.gtest.json",
            made.command.environment.at("GTEST_OUTPUT"));
  EXPECT_EQ("cryptomgr.notests=1 fips=0",
            made.command.environment.at("HEED_CMDLINE"));
  EXPECT_EQ("/c%n/s.observations.jsonl",
            made.command.environment.at("HEED_OBSERVATIONS"));
  EXPECT_EQ(1U, made.command.environment.count("TEST_PREMATURE_EXIT_FILE"));
  EXPECT_EQ((Words{"gtest", "log"}), kinds_of(made.files));
  EXPECT_EQ((Words{"observations", "premature-exit"}),
            kinds_of(made.optional_files));
  EXPECT_EQ(std::chrono::seconds(7), made.command.timeout);
}

TEST(SuiteCommand, AsksGoogleBenchmarkForJson) {
  const SuiteCommand made = Made(SuiteKind::bench).command();
  EXPECT_EQ(
      (Words{"/b/bin/boot", "--image=x", "--benchmark_out=/c%n/s.bench.json",
             "--benchmark_out_format=json"}),
      made.command.argv);
  EXPECT_EQ((Words{"benchmark", "log"}), kinds_of(made.files));
}

TEST(SuiteCommand, GivesABootItsCommandLineAsArguments) {
  const SuiteCommand made = Made(SuiteKind::boot).command();
  EXPECT_EQ(
      (Words{"/b/bin/boot", "--image=x", "cryptomgr.notests=1", "fips=0"}),
      made.command.argv);
  EXPECT_EQ("/c%n/s.boot.log", made.command.output);
  EXPECT_EQ("/c%n/s.log", made.command.error);
}

TEST(SuiteCommand, CountsInstructionsInAPinnedEnvironment) {
  const SuiteCommand made = Made(SuiteKind::instructions).command({"HOME"});
  const util::Command& command = made.command;
  EXPECT_TRUE(command.clean_environment);
  EXPECT_EQ(3U, command.environment.size());
  EXPECT_EQ((Words{"setarch", "-R", "valgrind", "--tool=callgrind"}),
            Words(command.argv.begin(), command.argv.begin() + 4));
  EXPECT_EQ((Words{"./bin/boot", "--image=x", "cryptomgr.notests=1", "fips=0"}),
            Words(command.argv.end() - 4, command.argv.end()));
  // % is callgrind's own.
  EXPECT_NE(command.argv.end(),
            std::find(command.argv.begin(), command.argv.end(),
                      "--callgrind-out-file=/c%%n/s.callgrind"));
  EXPECT_EQ((Words{"instructions", "instructions-boot", "log"}),
            kinds_of(made.files));
}

TEST(SuiteCommand, WithholdsWhatSteersTheFrameworks) {
  const Words ours = {"BENCHMARK_FILTER", "GTEST_FILTER", "HEED_OUT", "HOME"};
  for (const SuiteKind kind :
       {SuiteKind::conformance, SuiteKind::bench, SuiteKind::boot}) {
    EXPECT_EQ((Words{"BENCHMARK_FILTER", "GTEST_FILTER", "HEED_OUT"}),
              Made(kind).command(ours).command.unset);
  }
}

TEST(SuiteCommand, KeepsFilesOfEachSuiteApart) {
  const SuiteCommand first = Made(SuiteKind::boot, "a").command();
  const SuiteCommand second = Made(SuiteKind::boot, "b").command();
  EXPECT_NE(first.files.front().path, second.files.front().path);
  EXPECT_EQ("a", first.files.front().suite);
}

TEST(ListCommand, AsksWhereTheKindCan) {
  EXPECT_EQ("--gtest_list_tests",
            list_command(Made(SuiteKind::conformance).suite).words.back());
  EXPECT_EQ("bench-list", list_command(Made(SuiteKind::bench).suite).kind);
  EXPECT_TRUE(list_command(Made(SuiteKind::boot).suite).words.empty());
  EXPECT_TRUE(list_command(core::Suite{}).words.empty());
}

}  // namespace
}  // namespace heed::target
