#include "harness/cli/parse.h"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "harness/cli/commands.h"
#include "harness/cli/help.h"
#include "harness/cli/values.h"
#include "harness/util/golden.h"

namespace heed::cli {
namespace {

using Variables = std::map<std::string, std::string>;

util::Result<Request> parsed(const std::vector<std::string>& words,
                             Variables variables = {}) {
  return parse(words, [variables](const std::string& name) {
    const auto place = variables.find(name);
    return place == variables.end() ? std::nullopt
                                    : std::optional(place->second);
  });
}

std::string trouble(const std::vector<std::string>& words,
                    Variables variables = {}) {
  const auto request = parsed(words, std::move(variables));
  return request ? "" : request.error().text();
}

TEST(Parse, ReadsTheOptionsOfRun) {
  const auto request =
      parsed({"-C",         "/p",         "run",      "notests=1 & fips=0",
              "default",    "-m",         "hmac,kdf", "--module",
              "sha",        "--strategy", "full",     "-j",
              "3",          "--timeout",  "2s",       "--kill-grace=500ms",
              "--no-reuse", "--junit",    "j.xml",    "--allow-lost",
              "fips",       "-q"});
  ASSERT_TRUE(request) << request.error().text();
  const pipeline::Options& options = request->options;
  EXPECT_EQ(request->command, "run");
  EXPECT_EQ(options.directory, "/p");
  EXPECT_EQ(options.select,
            (std::vector<std::string>{"notests=1 & fips=0", "default"}));
  EXPECT_EQ(options.modules, (std::vector<std::string>{"hmac", "kdf", "sha"}));
  EXPECT_EQ(options.strategies, std::vector<std::string>{"full"});
  EXPECT_EQ(options.jobs, 3);
  EXPECT_EQ(options.timeout, std::chrono::seconds(2));
  EXPECT_EQ(options.kill_grace, std::chrono::milliseconds(500));
  EXPECT_FALSE(options.reuse);
  EXPECT_EQ(options.junit, "j.xml");
  EXPECT_EQ(options.allow_lost, std::vector<std::string>{"fips"});
  EXPECT_TRUE(options.quiet);
}

TEST(Parse, TakesGlobalOptionsAfterTheCommand) {
  const auto request = parsed({"list", "--settings", "--out", "elsewhere"});
  ASSERT_TRUE(request) << request.error().text();
  EXPECT_TRUE(request->settings);
  EXPECT_EQ(request->options.out, "elsewhere");
}

TEST(Parse, PutsOptionBeforeEnvironmentBeforeProjectBeforeDefault) {
  const Variables variables = {{"HEED_SEED", "7"}, {"HEED_MAX_CELLS", "64"}};
  auto request = parsed({"run", "--seed", "3"}, variables);
  ASSERT_TRUE(request) << request.error().text();
  EXPECT_EQ(request->options.seed, 3U);
  EXPECT_EQ(request->options.max_cells, 64U);
  core::Slice slice;
  slice.strategy = {"each", "corners"};
  settle_from_slice(*request, slice);
  const auto settled = [&](const char* name) {
    return request->settled.at(name);
  };
  EXPECT_EQ(settled("--seed"), (SettledOption{"3", Origin::option}));
  EXPECT_EQ(settled("--max-cells"), (SettledOption{"64", Origin::environment}));
  EXPECT_EQ(settled("--strategy"),
            (SettledOption{"each,corners", Origin::project}));
  EXPECT_EQ(settled("--cache"), (SettledOption{"rw", Origin::built_in}));
  EXPECT_NE(origins_text(*request).find("environment"), std::string::npos);
}

TEST(Parse, ReadsListsAndFlagsFromTheEnvironment) {
  const auto request =
      parsed({"run"}, {{"HEED_MODULE", "a,b"}, {"HEED_FRESH", "yes"}});
  ASSERT_TRUE(request) << request.error().text();
  EXPECT_EQ(request->options.modules, (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(request->options.fresh);
  EXPECT_NE(trouble({"run"}, {{"HEED_FRESH", "perhaps"}}).find("HEED_FRESH"),
            std::string::npos);
}

TEST(Parse, IsStrictInCi) {
  for (const char* value : {"true", "1"}) {
    const auto request = parsed({"run"}, {{"CI", value}});
    ASSERT_TRUE(request);
    EXPECT_TRUE(request->options.ci);
    EXPECT_EQ(request->options.annotations, "github");
  }
  EXPECT_FALSE(parsed({"run"}, {{"CI", "false"}})->options.ci);
  EXPECT_FALSE(parsed({"run"})->options.ci);
}

TEST(Parse, NamesTheNearestOptionAndCommand) {
  EXPECT_EQ(trouble({"run", "--frehs"}),
            "unknown option --frehs: did you mean --fresh? "
            "(see `heed run --help`)");
  EXPECT_EQ(trouble({"rnu"}),
            "unknown command rnu: did you mean run? (see `heed --help`)");
  EXPECT_NE(trouble({"run", "--frobnicate"}).find("--frobnicate"),
            std::string::npos);
  EXPECT_NE(trouble({"doctor", "now"}).find("unexpected argument now"),
            std::string::npos);
  EXPECT_NE(trouble({"doctor", "--fresh"}).find("unknown option --fresh"),
            std::string::npos);
}

TEST(Parse, RefusesBadValues) {
  const std::vector<std::vector<std::string>> calls = {
      {"run", "--seed", "-1"},     {"run", "--seed", "1x"},
      {"run", "--seed"},           {"run", "-j", "0"},
      {"run", "--timeout", "0s"},  {"run", "--timeout", "soon"},
      {"run", "--cache", "maybe"}, {"run", "--max-cells", ""},
      {"--color", "blue"},         {"run", "--timeout", "99999999999999999h"},
      {"run", "--cell", ""},       {"run", "--module", ","},
      {"run", "--strategy", ""},   {"plan", "--output", ""}};
  for (const auto& call : calls) {
    EXPECT_NE(trouble(call), "") << call.back();
  }
}

TEST(Parse, AsksForHelpAndVersionWithoutACommand) {
  EXPECT_TRUE(parsed({"--help"})->help);
  EXPECT_TRUE(parsed({"run", "--help"})->help);
  EXPECT_TRUE(parsed({"--version"})->version);
  EXPECT_EQ(parsed({})->command, "");
}

TEST(Values, ReadTimes) {
  EXPECT_EQ(duration("60s"), std::chrono::seconds(60));
  EXPECT_EQ(duration("2"), std::chrono::seconds(2));
  EXPECT_EQ(duration("2m"), std::chrono::minutes(2));
  EXPECT_FALSE(duration(""));
  EXPECT_FALSE(duration("s"));
}

TEST(Help, OfHeedIsTheWholeText) {
  util::expect_golden("cli", "help", help_text());
}

TEST(Help, OfEachCommandIsTheWholeText) {
  std::string all;
  for (const CommandRow& command : commands()) {
    all += help_text(command) + "\n";
  }
  util::expect_golden("cli", "help-commands", all);
}

TEST(Help, FitsAndItsExamplesParse) {
  for (const CommandRow& command : commands()) {
    const std::string text = help_text(command);
    std::size_t start = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos;
         end = text.find('\n', start)) {
      EXPECT_LE(end - start, 100U) << text.substr(start, end - start);
      start = end + 1;
    }
    EXPECT_FALSE(command.examples.empty());
    for (const std::string_view example : command.examples) {
      EXPECT_TRUE(example.starts_with("heed " + std::string(command.name)));
    }
  }
}

TEST(Options, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const OptionRow& row : options()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_TRUE(row.letter.empty() || names.insert(row.letter).second)
        << row.letter;
  }
  EXPECT_EQ(environment_name(
                *std::ranges::find(options(), "--max-cells", &OptionRow::name)),
            "HEED_MAX_CELLS");
}

}  // namespace
}  // namespace heed::cli
