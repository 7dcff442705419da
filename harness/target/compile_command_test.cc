#include "harness/target/compile_command.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "harness/util/command.h"

namespace heed::target {
namespace {

using Words = std::vector<std::string>;

TEST(ShellWords, FollowTheQuotingOfAShell) {
  EXPECT_EQ((Words{"a", "b c", "d\"e", "f\\g", "", "h i"}),
            shell_words(R"(a  "b c" d\"e "f\\g" '' h\ i)"));
  EXPECT_EQ((Words{"-DN=\"x y\""}), shell_words(R"(-DN=\"x\ y\")"));
  EXPECT_EQ(Words{}, shell_words(""));
  EXPECT_EQ((Words{"open"}), shell_words("'open"));
}

RC_GTEST_PROP(ShellWords, UndoShellQuoting, (const Words& words)) {
  std::string text;
  for (const std::string& word : words) {
    text += util::shell_quote(word) + " ";
  }
  RC_ASSERT(shell_words(text) == words);
}

constexpr std::string_view kDatabase = R"([
  {"directory": "/out/b", "file": "/src/kdf/kdf.cc",
   "command": "/usr/bin/c++ -I/out/b/heed/kdf -O2 -o kdf/kdf.o -c /src/kdf/kdf.cc"},
  {"directory": "/out/b", "file": "/src/a/a.cc",
   "command": "/usr/bin/ccache /usr/bin/c++ -MD -MF a.d -o a.o -c /src/a/a.cc"}
])";

TEST(ParseCompileCommands, SortsThemBySource) {
  const auto commands = parse_compile_commands(kDatabase);
  ASSERT_TRUE(commands) << commands.error().text();
  ASSERT_EQ(2U, commands->size());
  EXPECT_EQ("/src/a/a.cc", commands->at(0).source);
  EXPECT_EQ("/out/b/kdf/kdf.o", commands->at(1).object);
  EXPECT_EQ("/out/b", commands->at(1).folder);
  EXPECT_EQ(7U, commands->at(1).words.size());
}

TEST(ParseCompileCommands, RefusesEmptyTruncatedAndForeignText) {
  for (const std::string_view text :
       {std::string_view(), kDatabase.substr(0, kDatabase.size() / 2),
        std::string_view("cmake: error"), std::string_view("{}")}) {
    EXPECT_FALSE(parse_compile_commands(text)) << text;
  }
}

TEST(PreprocessWords, DropLauncherOutputAndDependencyFiles) {
  const auto commands = parse_compile_commands(kDatabase);
  EXPECT_EQ((Words{"/usr/bin/c++", "/src/a/a.cc", "-E"}),
            preprocess_words(commands->at(0)));
  EXPECT_EQ((Words{"/usr/bin/c++", "-I/out/b/heed/kdf", "-O2",
                   "/src/kdf/kdf.cc", "-E"}),
            preprocess_words(commands->at(1)));
}

TEST(NormalisedText, IsTheSameForEveryBuildFolder) {
  const auto first = parse_compile_commands(kDatabase);
  std::string other(kDatabase);
  for (std::size_t at = 0; (at = other.find("/out/b", at)) != other.npos;) {
    other.replace(at, 6, "/src/out/c");
    at += 10;
  }
  const auto second = parse_compile_commands(other);
  const std::string text = normalised_text(*first, "/out/b", "/src");
  EXPECT_EQ(text, normalised_text(*second, "/src/out/c", "/src"));
  EXPECT_NE(std::string::npos,
            text.find("'-I<build>/heed/kdf' -O2 -o kdf/kdf.o -c "
                      "'<source>/kdf/kdf.cc'\n"))
      << text;
}

TEST(IsSourceOf, TakesTheModulesOwnFilesOnly) {
  const Words modules = {"sha256", "sha256_generic", "kdf"};
  const auto is_own = [&](const char* file, const char* module) {
    return is_source_of(file, module, "/src/registry", modules);
  };
  EXPECT_TRUE(is_own("/src/registry/src/sha256_generic.cc", "sha256_generic"));
  EXPECT_TRUE(
      is_own("/src/registry/sha256_generic_selftest.cc", "sha256_generic"));
  EXPECT_TRUE(is_own("/src/registry/sha256_selftest.cc", "sha256"));
  EXPECT_FALSE(is_own("/src/registry/sha256_generic_selftest.cc", "sha256"));
  EXPECT_FALSE(is_own("/src/registry/sha256_test.cc", "sha256"));
  EXPECT_FALSE(is_own("/src/registry/sha256_bench.cc", "sha256"));
  EXPECT_FALSE(is_own("/src/registry/sha2567.cc", "sha256"));
  EXPECT_FALSE(is_own("/src/other/sha256.cc", "sha256"));
}

}  // namespace
}  // namespace heed::target
