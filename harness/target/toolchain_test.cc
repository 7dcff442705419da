#include "harness/target/toolchain.h"

#include <gtest/gtest.h>

#include "harness/util/fake_command.h"
#include "harness/util/file.h"

namespace heed::target {
namespace {

TEST(ParsePresetValues, ReadsVariablesAndEnvironment) {
  const PresetValues values = parse_preset_values(
      "Preset CMake variables:\n\n"
      "  CMAKE_BUILD_TYPE=\"RelWithDebInfo\"\n"
      "  FEATURE:BOOL=\"ON\"\n"
      "  QUOTED=\"x \"y\" = z\"\n"
      "\nPreset environment variables:\n\n"
      "  CXX=\"g++\"\n\n");
  EXPECT_EQ((core::Values{{"CMAKE_BUILD_TYPE", "RelWithDebInfo"},
                          {"FEATURE", "ON"},
                          {"QUOTED", "x \"y\" = z"}}),
            values.variables);
  EXPECT_EQ((core::Values{{"CXX", "g++"}}), values.environment);
}

TEST(ParsePresetValues, FindsNothingInEmptyTruncatedOrForeignText) {
  for (const char* text : {"", "Preset CMake vari", "CMake Error: x = \"y\"",
                           "Preset CMake variables:\n\n  CUT"}) {
    EXPECT_EQ(PresetValues{}, parse_preset_values(text)) << text;
  }
}

TEST(ParseCompilerVersion, NamesIdAndVersion) {
  EXPECT_EQ("GNU 12.2.0",
            parse_compiler_version(
                "c++ (Debian 12.2.0-14+deb12u1) 12.2.0\n"
                "Copyright (C) 2022 Free Software Foundation, Inc.\n"));
  EXPECT_EQ("Clang 14.0.6",
            parse_compiler_version("Debian clang version 14.0.6\nTarget: x\n"));
  EXPECT_EQ("icpx something", parse_compiler_version("icpx something\n"));
  EXPECT_EQ("", parse_compiler_version(""));
}

TEST(CompilerWords, TakeTheNearestChoice) {
  using Words = std::vector<std::string>;
  PresetValues values;
  EXPECT_EQ(Words{"c++"}, compiler_words(values, "", ""));
  EXPECT_EQ((Words{"g++", "-m32"}), compiler_words(values, "g++ -m32", ""));
  values.environment["CXX"] = "clang++";
  EXPECT_EQ(Words{"clang++"}, compiler_words(values, "g++", ""));
  values.variables["CMAKE_CXX_COMPILER"] = "/opt/a b/c++";
  EXPECT_EQ(Words{"/opt/a b/c++"}, compiler_words(values, "g++", ""));
  EXPECT_EQ(Words{"g++-12"}, compiler_words(values, "g++", "g++-12"));
}

TEST(OutputOf, GivesTheOutputOrTheReason) {
  int exit_code = 0;
  util::FakeCommandRunner runner(
      [&](const util::Command& command) -> util::Result<util::CommandResult> {
        EXPECT_TRUE(util::write_file(command.output, "first\nlast words\n"));
        util::CommandResult result;
        result.exit_code = exit_code;
        return result;
      });
  util::Command command;
  command.argv = {"tool"};
  EXPECT_EQ("first\nlast words\n", output_of(runner, command).value());
  exit_code = 3;
  const auto failed = output_of(runner, command);
  ASSERT_FALSE(failed);
  EXPECT_EQ("it exited 3: last words", failed.error().why);
}

}  // namespace
}  // namespace heed::target
