#include "harness/target/cmake_configure.h"

#include <array>
#include <utility>

#include "harness/util/file.h"
#include "harness/util/format.h"
#include "harness/util/json.h"
#include "harness/util/try.h"

namespace heed::target {
namespace {

// Words of CMake that say that a tool is missing, not that the project is
// wrong.
constexpr std::array<std::string_view, 3> kMissingTool = {
    "CMAKE_MAKE_PROGRAM is not set", "unable to find a build program",
    "is not able to find the build program"};

bool is_tool_missing(std::string_view log) {
  for (const std::string_view words : kMissingTool) {
    if (log.find(words) != std::string_view::npos) {
      return true;
    }
  }
  return false;
}

std::string how_it_ended(const util::CommandResult& result) {
  return result.signal != 0
             ? util::format("was ended by signal {}", result.signal)
             : util::format("exited {}", result.exit_code);
}

util::Result<StepResult> run_step(util::CommandRunner& runner,
                                  const BuildTree& tree,
                                  const std::vector<std::string>& words,
                                  const std::filesystem::path& log,
                                  std::stop_token stop) {
  util::Command command;
  command.argv = words;
  command.folder = tree.source;
  command.environment = build_environment(tree);
  command.output = log;
  if (const auto written = util::write_file(log, ""); !written) {
    return tl::unexpected(written.error());
  }
  const auto result = runner.run(command, std::move(stop));
  StepResult step;
  if (!result) {
    step.failure = result.error().text();
    step.unavailable = true;
    return step;
  }
  step.seconds = result->wall.count();
  if (result->interrupted) {
    step.failure = "interrupted";
    step.unavailable = true;
  } else if (!result->ok()) {
    TRY_ASSIGN(const std::string text, util::read_file(log));
    if (text.find("No space left on device") != std::string::npos) {
      return tl::unexpected(
          util::Error{"cannot write build", tree.folder.filename().string(),
                      "no space left on device", "log: " + log.string()});
    }
    step.failure = util::format("{} {} (log: {})", words.front(),
                                how_it_ended(*result), log.string());
    step.unavailable = is_tool_missing(text);
  }
  return step;
}

}  // namespace

std::vector<std::string> configure_words(const core::BuildSpec& spec,
                                         const BuildTree& tree,
                                         bool use_ccache) {
  std::vector<std::string> words = {"cmake",
                                    "--fresh",
                                    "--preset",
                                    spec.preset,
                                    "-S",
                                    tree.source.string(),
                                    "-B",
                                    tree.folder.string(),
                                    "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"};
  if (use_ccache) {
    words.emplace_back("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache");
  }
  for (const core::Setting& setting : spec.settings) {
    const auto value = spec.values.find(setting.name);
    if (value != spec.values.end() && !setting.cmake.empty() &&
        !core::passes_nothing(value->second)) {
      words.push_back(util::format("-D{}={}", setting.cmake, value->second));
    }
  }
  return words;
}

std::map<std::string, std::string> build_environment(const BuildTree& tree) {
  // CMake takes its folder from PWD where that is the same one, and so keeps
  // the plain name.
  return {{"CCACHE_BASEDIR", tree.source.string()},
          {"CCACHE_NOHASHDIR", "1"},
          {"PWD", tree.source.string()}};
}

util::Result<StepResult> configure(util::CommandRunner& runner,
                                   const BuildTree& tree,
                                   const std::vector<std::string>& words,
                                   bool fresh, std::stop_token stop) {
  const std::filesystem::path record = tree.logs / "configure.json";
  const std::string text = util::to_text(util::Json(words)) + "\n";
  const auto stored = util::read_file(record);
  if (!fresh && stored && *stored == text &&
      std::filesystem::exists(tree.folder / "build.ninja")) {
    return StepResult{};
  }
  // Removed first: a configure that is killed halfway must not look complete.
  std::error_code ignored;
  std::filesystem::remove(record, ignored);
  TRY_ASSIGN(StepResult step,
             run_step(runner, tree, words, tree.logs / "configure.log",
                      std::move(stop)));
  if (!step.unavailable || step.failure != "interrupted") {
    const auto written = util::write_file(record, text);
    if (!written) {
      return tl::unexpected(written.error());
    }
  }
  if (!step.failure.empty()) {
    std::filesystem::remove(tree.folder / "build.ninja", ignored);
  }
  return step;
}

util::Result<StepResult> compile(util::CommandRunner& runner,
                                 const BuildTree& tree, int jobs,
                                 std::stop_token stop) {
  return run_step(
      runner, tree,
      {"cmake", "--build", tree.folder.string(), "-j", std::to_string(jobs)},
      tree.logs / "build.log", std::move(stop));
}

}  // namespace heed::target
