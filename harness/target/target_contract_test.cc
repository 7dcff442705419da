// What every row of the table of targets promises, on a tiny project.
#include <csignal>
#include <cstdlib>
#include <fstream>

#include <gtest/gtest.h>

#include "harness/target/targets.h"
#include "harness/util/file.h"

namespace heed::target {
namespace {

using core::SuiteKind;
using Path = std::filesystem::path;

void write(const Path& path, std::string_view text) {
  ASSERT_TRUE(util::make_folder(path.parent_path()));
  ASSERT_TRUE(util::write_file(path, text));
}

// A project with one module, one setting and a suite of each kind; shell
// scripts keep it quick, the module is compiled.
void write_cmake_project(const Path& root) {
  write(root / "CMakeLists.txt", R"(
cmake_minimum_required(VERSION 3.25)
project(tiny LANGUAGES CXX)
if(REFUSE STREQUAL "configure")
  message(FATAL_ERROR "refused")
endif()
set(DEPTH 1 CACHE STRING "")
file(CONFIGURE OUTPUT heed/tiny/config.h CONTENT "#define DEPTH @DEPTH@\n")
add_library(tiny tiny.cc tiny_extra.cc)
target_include_directories(tiny PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/heed/tiny")
enable_testing()
foreach(kind conformance bench boot)
  add_test(NAME ${kind}.tiny COMMAND "${CMAKE_SOURCE_DIR}/${kind}.sh")
  set_tests_properties(${kind}.tiny PROPERTIES LABELS ${kind})
endforeach()
)");
  write(root / "CMakePresets.json", R"({"version": 6, "configurePresets": [
    {"name": "cell", "generator": "Ninja", "binaryDir": "${sourceDir}/build",
     "cacheVariables": {"OTHER": "x", "DEPTH": "9"}}]})");
  write(root / "tiny.cc", "#include \"config.h\"\nint depth = DEPTH;\n");
  write(root / "tiny_extra.cc", "int extra = 1;\n");
  write(root / "conformance.sh", R"(#!/bin/sh
if [ "$1" = --gtest_list_tests ]; then printf 'Tiny.\n  Case\n'; exit; fi
printf '{"cmdline": "%s"}' "$HEED_CMDLINE" >"${GTEST_OUTPUT#json:}"
echo '{}' >>"$HEED_OBSERVATIONS"
echo "filter ${GTEST_FILTER-none}"
)");
  write(root / "bench.sh", "#!/bin/sh\nkill -SEGV $$\n");
  write(root / "boot.sh", "#!/bin/sh\nfor w; do echo \"<$w>\"; done\nexit 3\n");
  for (const char* name : {"conformance.sh", "bench.sh", "boot.sh"}) {
    std::filesystem::permissions(root / name,
                                 std::filesystem::perms::owner_all);
  }
}

class TargetContract : public ::testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override { set_up(folder_.path() / "tree"); }

  void set_up(const Path& root) {
    write_cmake_project(root);
    project_.root = root;
    project_.modules = {{.name = "tiny", .folder = "."}};
    project_.settings = {
        {.name = "depth", .values = {"1", "2"}, .cmake = "DEPTH"},
        {.name = "refuse", .values = {"inherit"}, .cmake = "REFUSE"},
        {.name = "compiler",
         .values = {"inherit"},
         .cmake = "CMAKE_CXX_COMPILER"}};
    target_ = make();
    ASSERT_NE(nullptr, target_);
  }

  std::unique_ptr<core::Target> make() {
    auto target = make_target(GetParam(), {.project = project_,
                                           .out = project_.root / "out",
                                           .runner = *runner_});
    EXPECT_TRUE(target) << target.error().text();
    return target ? *std::move(target) : nullptr;
  }

  [[nodiscard]] core::BuildSpec spec(core::Values values = {}) const {
    core::BuildSpec spec{.id = "b1d6a04c97f2", .preset = "cell"};
    spec.settings = project_.settings;
    spec.values = {
        {"depth", "1"}, {"refuse", "inherit"}, {"compiler", "inherit"}};
    for (const auto& [name, value] : values) {
      spec.values[name] = value;
    }
    return spec;
  }

  core::Artifact build(const core::BuildSpec& spec) {
    auto artifact = target_->build(spec, 1, {});
    EXPECT_TRUE(artifact) << artifact.error().text();
    return artifact.value_or(core::Artifact{});
  }

  core::SuiteOutput run(const core::Artifact& artifact, SuiteKind kind) {
    for (const core::Suite& suite : artifact.suites) {
      if (suite.kind == kind) {
        auto output = target_->run(
            artifact,
            {.suite = suite, .boot = boot_, .folder = folder_.path() / "cell"},
            {});
        EXPECT_TRUE(output) << output.error().text();
        return output.value_or(core::SuiteOutput{});
      }
    }
    ADD_FAILURE() << "no suite of kind " << core::name_of(kind);
    return {};
  }

  static std::string text_of(const std::vector<core::EvidenceFile>& files,
                             std::string_view kind) {
    for (const core::EvidenceFile& file : files) {
      if (file.kind == kind) {
        return util::read_file(file.path).value_or("unreadable");
      }
    }
    return "absent";
  }

  // Of the fixture as a whole, once per process: what a build that goes well
  // leaves, and what each suite says.
  void expect_whole_cell() {
    const core::Artifact artifact = build(spec({{"depth", "2"}}));
    ASSERT_TRUE(artifact.built) << artifact.failure;
    ASSERT_EQ(4U, artifact.suites.size());
    const auto& evidence = artifact.evidence;
    EXPECT_NE(std::string::npos,
              text_of(evidence, "commands").find("-DDEPTH=2"));
    EXPECT_EQ(std::string::npos, text_of(evidence, "commands").find("REFUSE"));
    EXPECT_NE(std::string::npos,
              text_of(evidence, "cmake-cache").find("DEPTH:STRING=2"));
    EXPECT_EQ("#define DEPTH 2\n", text_of(evidence, "config-header"));
    EXPECT_EQ("int depth = 2;\nint extra = 1;\n",
              text_of(evidence, "preprocessed"));
    EXPECT_NE(std::string::npos,
              text_of(evidence, "compile-commands").find("'<source>/tiny.cc'"));
    EXPECT_NE(std::string::npos,
              text_of(evidence, "objects").find("  D depth"));
    EXPECT_EQ("Tiny.\n  Case\n", text_of(evidence, "gtest-list"));
    EXPECT_EQ(64U, artifact.digests.at("boot.tiny").size());

    const core::SuiteOutput tests = run(artifact, SuiteKind::conformance);
    EXPECT_EQ(0, tests.exit_code);
    EXPECT_EQ(R"({"cmdline": "fips=1 depth='a b'"})",
              text_of(tests.files, "gtest"));
    EXPECT_EQ("filter none\n", text_of(tests.files, "log"));
    EXPECT_EQ("{}\n", text_of(tests.files, "observations"));
    EXPECT_EQ("Tiny.\n  Case\n", text_of(tests.files, "gtest-list"));

    const core::SuiteOutput bench = run(artifact, SuiteKind::bench);
    EXPECT_EQ(SIGSEGV, bench.signal);
    EXPECT_EQ("", text_of(bench.files, "benchmark"));

    const core::SuiteOutput boot = run(artifact, SuiteKind::boot);
    EXPECT_EQ(3, boot.exit_code);
    EXPECT_EQ("<fips=1>\n<depth=a b>\n", text_of(boot.files, "boot"));

    const core::SuiteOutput counted = run(artifact, SuiteKind::instructions);
    if (counted.could_not_start.empty()) {
      EXPECT_EQ(3, counted.exit_code);
      EXPECT_EQ("<fips=1>\n<depth=a b>\n",
                text_of(counted.files, "instructions-boot"));
      EXPECT_NE(std::string::npos,
                text_of(counted.files, "instructions").find("totals: "));
    }
  }

  util::TemporaryFolder folder_;
  std::unique_ptr<util::CommandRunner> runner_ = util::make_command_runner();
  core::Project project_;
  core::Boot boot_{.command_line = "fips=1 depth='a b'"};
  std::unique_ptr<core::Target> target_;
};

TEST_P(TargetContract, IsOfItsKind) { EXPECT_EQ(GetParam(), target_->name()); }

TEST_P(TargetContract, NamesWhatIsPartOfEveryCellsIdentity) {
  const auto identity = target_->identity("cell");
  ASSERT_TRUE(identity) << identity.error().text();
  EXPECT_EQ(GetParam(), identity->target);
  EXPECT_FALSE(identity->toolchain.empty());
  EXPECT_EQ("x", identity->variables.at("OTHER"));
  EXPECT_EQ(0U, identity->variables.count("DEPTH")) << "it is a setting";
}

TEST_P(TargetContract, RefusesAnUnknownPreset) {
  EXPECT_FALSE(target_->identity("no-such-preset"));
}

TEST_P(TargetContract, BuildsAndRunsEveryKindOfSuite) {
  setenv("GTEST_FILTER", "Nothing.*", 1);
  target_ = make();
  expect_whole_cell();
  unsetenv("GTEST_FILTER");
}

TEST_P(TargetContract, WorksInAFolderThatBuildToolsCannotName) {
  target_.reset();
  set_up(folder_.path() / "a b;c $d");
  expect_whole_cell();
}

TEST_P(TargetContract, RepeatsNothingWhenNothingChanged) {
  const core::Artifact first = build(spec());
  target_ = make();
  const core::Artifact second = build(spec());
  EXPECT_GT(first.configure_seconds, 0);
  EXPECT_EQ(0, second.configure_seconds);
  EXPECT_EQ(first.evidence, second.evidence);
  EXPECT_EQ(first.suites, second.suites);
  EXPECT_EQ(first.digests, second.digests);
}

TEST_P(TargetContract, NotesEachCommandOnce) {
  const core::Artifact artifact = build(spec());
  run(artifact, SuiteKind::boot);
  run(artifact, SuiteKind::boot);
  const auto text = util::read_file(folder_.path() / "cell/commands.txt");
  ASSERT_TRUE(text);
  EXPECT_EQ(text->size() - 1, text->find('\n')) << *text;
  EXPECT_NE(std::string::npos, text->find("boot.sh fips=1 'depth=a b'"));
}

TEST_P(TargetContract, TellsAFailedConfigureFromAMissingTool) {
  const core::Artifact refused = build(spec({{"refuse", "configure"}}));
  EXPECT_FALSE(refused.built);
  EXPECT_FALSE(refused.unavailable);
  EXPECT_EQ("configure", refused.failed_step);
  EXPECT_NE(std::string::npos, refused.failure.find("configure.log"))
      << refused.failure;
  const core::Artifact missing = build(spec({{"compiler", "no-such-c++"}}));
  EXPECT_FALSE(missing.built);
  EXPECT_TRUE(missing.unavailable);
  EXPECT_NE(std::string::npos, missing.failure.find("no-such-c++"))
      << missing.failure;
}

TEST_P(TargetContract, KeepsTheLogOfAFailedBuild) {
  write(project_.root / "tiny.cc", "no C++\n");
  const core::Artifact artifact = build(spec());
  EXPECT_FALSE(artifact.built);
  EXPECT_FALSE(artifact.unavailable);
  EXPECT_EQ("build", artifact.failed_step);
  const auto log = util::read_file(artifact.folder / "heed-logs/build.log");
  ASSERT_TRUE(log);
  EXPECT_NE(std::string::npos, log->find("tiny.cc"));
  EXPECT_NE("absent", text_of(artifact.evidence, "cmake-cache"));
}

TEST_P(TargetContract, SaysWhySuitesCouldNotStart) {
  core::Artifact artifact{.built = true};
  artifact.suites = {{.name = "gone",
                      .kind = SuiteKind::boot,
                      .command = {"/no/such/program"},
                      .folder = "/"}};
  EXPECT_FALSE(run(artifact, SuiteKind::boot).could_not_start.empty());
  artifact.suites[0].command.clear();
  EXPECT_FALSE(run(artifact, SuiteKind::boot).could_not_start.empty());
}

TEST_P(TargetContract, ObeysTheTimeOut) {
  const core::Suite suite{.name = "slow",
                          .kind = SuiteKind::boot,
                          .command = {"sleep", "1000"},
                          .folder = "/"};
  const core::Boot nothing;
  const auto output = target_->run({},
                                   {.suite = suite,
                                    .boot = nothing,
                                    .folder = folder_.path() / "cell",
                                    .timeout = std::chrono::milliseconds(50)},
                                   {});
  ASSERT_TRUE(output);
  EXPECT_TRUE(output->timed_out);
}

TEST_P(TargetContract, DoesNotCallAnInterruptedBuildAFailure) {
  std::stop_source stop;
  stop.request_stop();
  const auto artifact = target_->build(spec(), 1, stop.get_token());
  ASSERT_TRUE(artifact);
  EXPECT_FALSE(artifact->built);
  EXPECT_TRUE(artifact->unavailable);
  EXPECT_EQ("interrupted", artifact->failure);
}

TEST_P(TargetContract, NamesAnOutputFolderThatCannotBeWritten) {
  const auto target = make_target(
      GetParam(),
      {.project = project_, .out = "/proc/no-such", .runner = *runner_});
  ASSERT_FALSE(target);
  EXPECT_EQ("/proc/no-such/builds", target.error().which);
}

INSTANTIATE_TEST_SUITE_P(EachKind, TargetContract,
                         ::testing::ValuesIn(target_kinds()),
                         [](const auto& row) {
                           return std::string(row.param);
                         });

TEST(MakeTarget, NamesTheKnownKinds) {
  const auto runner = util::make_command_runner();
  const core::Project project;
  const auto target = make_target(
      "plan9", {.project = project, .out = "out", .runner = *runner});
  ASSERT_FALSE(target);
  EXPECT_EQ("unknown target kind plan9 (known kinds: cmake)",
            target.error().text());
}

}  // namespace
}  // namespace heed::target
