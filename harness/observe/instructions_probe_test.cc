#include "harness/observe/instructions_probe.h"

#include <gtest/gtest.h>

#include "harness/observe/callgrind.h"
#include "harness/observe/function_name.h"
#include "harness/observe/test_support.h"

namespace heed::observe {
namespace {

using Strings = std::vector<std::string>;

Facts read(const std::string& file) {
  return InstructionsProbe().observe(fixture("instructions", file));
}

TEST(InstructionsProbe, CountsInitFunctionsWithAllTheyCall) {
  const Facts facts = read("callgrind.txt");

  EXPECT_EQ(value_of(facts, "crypto_toy_init", "init_instructions"), "160");
  EXPECT_EQ(value_of(facts, "quiet_init", "init_instructions"), "4");
  EXPECT_EQ(value_of(facts, "", "total_instructions"), "201");
}

TEST(InstructionsProbe, NamesTheSelftestFunctionsThatWereEntered) {
  Strings names;
  for (const core::Observation& fact : read("callgrind.txt")) {
    if (fact.metric == "selftest_symbol") {
      EXPECT_EQ(fact.subject, "toy");
      names.push_back(std::get<std::string>(fact.value) + " " +
                      fact.labels.at("ir") + " " + fact.labels.at("calls"));
    }
  }
  EXPECT_EQ(names,
            (Strings{"toy::(anonymous namespace)::sum(int const*, int) 72 4",
                     "toy::selftest() 153 1"}));
}

TEST(InstructionsProbe, ReadsCompressedNamesAlike) {
  EXPECT_EQ(read("callgrind-compressed.txt"), read("callgrind.txt"));
}

TEST(InstructionsProbe, TellsACutFileFromNone) {
  EXPECT_EQ(unreadable_in(read("callgrind-truncated.txt")),
            Strings{"instructions: torn-output"});
  EXPECT_EQ(unreadable_in(read("callgrind-crash.txt")),
            Strings{"instructions: torn-output"});
  EXPECT_EQ(unreadable_in(read("callgrind-empty.txt")),
            Strings{"instructions: no-output"});
}

TEST(InstructionsProbe, CountsAFunctionInWhichCollectionBegan) {
  const auto parsed = parse_callgrind(
      "events: Ir\nfl=a.cc\nfn=a_init()\n1 5\ncfn=b()\ncalls=2 1\n2 7\n"
      "totals: 12\n");
  ASSERT_TRUE(parsed.has_value());
  EXPECT_EQ(parsed->functions.at(0).total(), 12);
  EXPECT_EQ(parsed->functions.at(1).calls, 2);
}

TEST(FunctionName, DropsNamespacesArgumentsAndSuffixes) {
  EXPECT_EQ(unqualified("crypto::kdf_init()"), "kdf_init");
  EXPECT_EQ(unqualified("toy::(anonymous namespace)::sum(int const*)"), "sum");
  EXPECT_EQ(unqualified("a_init(std::function<int (b::c)>) [clone .cold]"),
            "a_init");
  EXPECT_EQ(unqualified("x::y<a::b>::z_init<c::d>(e::f)"), "z_init");
  EXPECT_EQ(unqualified("(below main)"), "");
  EXPECT_EQ(unqualified("main'2"), "main");
}

TEST(FunctionName, KnowsInitFunctions) {
  EXPECT_TRUE(is_init_function("crypto_kdf108_init"));
  EXPECT_TRUE(is_init_function("raid6_select_algo"));
  EXPECT_FALSE(is_init_function("initialise"));
}

}  // namespace
}  // namespace heed::observe
