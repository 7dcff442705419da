// The probes of a build's evidence, rungs R1 to R5.
#include <gtest/gtest.h>

#include "harness/observe/probes.h"
#include "harness/observe/test_support.h"

namespace heed::observe {
namespace {

using Strings = std::vector<std::string>;

TEST(CommandsProbe, ReadsTheLastValuePassedForEachVariable) {
  const Facts facts = observe(fixture("commands", "commands.json"));

  EXPECT_EQ(value_of(facts, "", "passed:DISABLE_TESTS"), "ON");
  EXPECT_EQ(value_of(facts, "", "passed:KDF_SP800108_DISABLE_TESTS"), "a;b");
  EXPECT_EQ(value_of(facts, "", "passed:FLAG"), "absent");
  EXPECT_EQ(value_of(facts, "", "command_words"), "11");
}

TEST(CommandsProbe, SaysWhyItReadsNothing) {
  EXPECT_EQ(unreadable_in(observe(fixture("commands", "commands-empty.json"))),
            Strings{"commands: no-output"});
  EXPECT_EQ(
      unreadable_in(observe(fixture("commands", "commands-truncated.json"))),
      Strings{"commands: torn-output"});
  EXPECT_EQ(unreadable_in(observe(fixture("commands", "commands-crash.json"))),
            Strings{"commands: invalid-json"});
}

TEST(CMakeCacheProbe, ReadsValuesAndTypes) {
  const Facts facts = observe(fixture("cmake-cache", "cmake-cache.txt"));

  EXPECT_EQ(value_of(facts, "", "cached:DISABLE_TESTS"), "ON");
  EXPECT_EQ(value_of(facts, "", "cached:FEATT"), "a;b \"c\"=d");
  EXPECT_EQ(value_of(facts, "", "cached:ODD:NAME"), "ON");
  EXPECT_EQ(value_of(facts, "", "cached:EMPTY"), "");
  EXPECT_EQ(find(facts, "", "cached:FEATT").labels.at("type"), "UNINITIALIZED");
}

TEST(CMakeCacheProbe, UsesNothingOfACutOrForeignFile) {
  for (const char* file :
       {"cmake-cache-truncated.txt", "cmake-cache-crash.txt"}) {
    const Facts facts = observe(fixture("cmake-cache", file));
    EXPECT_EQ(facts.size(), 1U) << file;
    EXPECT_EQ(unreadable_in(facts), Strings{"cmake-cache: torn-output"});
  }
  EXPECT_EQ(
      unreadable_in(observe(fixture("cmake-cache", "cmake-cache-empty.txt"))),
      Strings{"cmake-cache: no-output"});
}

TEST(ConfigHeaderProbe, ReadsConstantsOfTheModule) {
  core::Evidence header = fixture("config-header", "config-header.txt");
  header.file.module = "kdf";

  const Facts facts = observe(header);

  EXPECT_EQ(value_of(facts, "kdf", "constant:selftests_compiled"), "true");
  EXPECT_EQ(value_of(facts, "kdf", "constant:lto"), "thin");
  EXPECT_EQ(value_of(facts, "kdf", "constant:TOY"), "3 + 4");
  EXPECT_EQ(value_of(facts, "kdf", "digest:config-header").size(), 64U);
}

std::string digest(const std::string& kind, const std::string& text) {
  return value_of(observe(evidence(kind, text, "kdf")), "kdf",
                  "digest:" + kind);
}

TEST(PreprocessedProbe, IgnoresLineMarkersAndSpacing) {
  const std::string kind = "preprocessed";
  EXPECT_EQ(digest(kind, "# 1 \"a/b.cc\"\nint  x =\n 1;\n"),
            digest(kind, "# 1 \"c.cc\"\n#pragma once\nint x = 1;"));
  EXPECT_NE(digest(kind, "int x = 1;"), digest(kind, "int x = 2;"));
}

TEST(CompileCommandsProbe, IgnoresWhereTheBuildLies) {
  const std::string kind = "compile-commands";
  const auto database = [](const std::string& folder, const char* flag) {
    return R"([{"directory":")" + folder + R"(","command":"c++ -I)" + folder +
           "/heed " + flag + R"(","file":"a.cc"}])";
  };
  EXPECT_EQ(digest(kind, database("/b/1", "-O2")),
            digest(kind, database("/b/2", "-O2")));
  EXPECT_NE(digest(kind, database("/b/1", "-O2")),
            digest(kind, database("/b/1", "-O3")));
  EXPECT_NE(digest(kind, "c++ -DX a.cc\n"), digest(kind, "c++ a.cc\n"));
}

TEST(CompileCommandsProbe, RefusesACutDatabase) {
  EXPECT_EQ(unreadable_in(observe(
                evidence("compile-commands", R"([{"directory":"/b)", "kdf"))),
            Strings{"kdf: torn-output"});
}

TEST(DigestProbes, TellNoTextFromText) {
  for (const char* kind :
       {"config-header", "compile-commands", "preprocessed", "objects"}) {
    EXPECT_EQ(unreadable_in(observe(evidence(kind, " \n", "kdf"))),
              Strings{"kdf: no-output"})
        << kind;
  }
  EXPECT_NE(digest("objects", "a"), digest("objects", "b"));
}

}  // namespace
}  // namespace heed::observe
