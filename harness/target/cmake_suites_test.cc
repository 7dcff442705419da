#include "harness/target/cmake_suites.h"

#include <gtest/gtest.h>

namespace heed::target {
namespace {

using core::SuiteKind;

constexpr std::string_view kList = R"({
  "kind": "ctestInfo",
  "tests": [
    {"name": "kdf.conformance", "command": ["/b/kdf.conformance"],
     "properties": [{"name": "LABELS", "value": ["slow", "conformance"]},
                    {"name": "TIMEOUT", "value": 60.0},
                    {"name": "WORKING_DIRECTORY", "value": "/b/kdf"}]},
    {"name": "boot.reference", "command": ["/b/boot", "--modules", "all"],
     "properties": [{"name": "LABELS", "value": ["boot"]},
                    {"name": "WORKING_DIRECTORY", "value": "/b"}]},
    {"name": "a.bench", "command": ["/b/a.bench", "--benchmark_min_time=0.01"],
     "properties": [{"name": "LABELS", "value": ["bench"]}]},
    {"name": "lint", "command": ["/b/lint"],
     "properties": [{"name": "LABELS", "value": ["check"]}]},
    {"name": "not.built"}
  ],
  "version": {"major": 1, "minor": 0}
})";

TEST(ParseSuites, FindsThemByLabelSortedByName) {
  const auto suites = parse_suites(kList);
  ASSERT_TRUE(suites) << suites.error().text();
  const std::vector<core::Suite> expected = {
      {.name = "a.bench",
       .kind = SuiteKind::bench,
       .command = {"/b/a.bench", "--benchmark_min_time=0.01"}},
      {.name = "boot.reference",
       .kind = SuiteKind::boot,
       .command = {"/b/boot", "--modules", "all"},
       .folder = "/b"},
      {.name = "kdf.conformance",
       .kind = SuiteKind::conformance,
       .command = {"/b/kdf.conformance"},
       .folder = "/b/kdf"}};
  EXPECT_EQ(expected, *suites);
}

TEST(ParseSuites, RefusesEmptyTruncatedAndForeignText) {
  for (const std::string_view text :
       {std::string_view(), kList.substr(0, kList.size() / 2),
        std::string_view("Segmentation fault"), std::string_view("[]"),
        std::string_view("{}")}) {
    EXPECT_FALSE(parse_suites(text)) << text;
  }
}

TEST(ParseSuites, FindsNoneInAProjectWithoutTests) {
  EXPECT_TRUE(parse_suites(R"({"tests": []})")->empty());
}

TEST(InstructionSuites, FollowEachBoot) {
  const std::vector<core::Suite> suites = *parse_suites(kList);
  const auto counting = instruction_suites(suites, true);
  ASSERT_EQ(1U, counting.size());
  EXPECT_EQ("instructions.reference", counting[0].name);
  EXPECT_EQ(SuiteKind::instructions, counting[0].kind);
  EXPECT_EQ(suites[1].command, counting[0].command);
  EXPECT_EQ("/b", counting[0].folder);
}

TEST(InstructionSuites, AreListedWithoutCommandWhenNoToolCounts) {
  const auto counting = instruction_suites(*parse_suites(kList), false);
  ASSERT_EQ(1U, counting.size());
  EXPECT_TRUE(counting[0].command.empty());
}

}  // namespace
}  // namespace heed::target
