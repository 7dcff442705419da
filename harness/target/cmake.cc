#include "harness/target/cmake.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <utility>

#include <unistd.h>

#include "harness/target/cmake_configure.h"
#include "harness/target/cmake_evidence.h"
#include "harness/target/cmake_suites.h"
#include "harness/target/plain_path.h"
#include "harness/target/suite_command.h"
#include "harness/target/suite_run.h"
#include "harness/target/toolchain.h"
#include "harness/util/file.h"
#include "harness/util/format.h"
#include "harness/util/hash.h"
#include "harness/util/try.h"

namespace heed::target {
namespace {

using Path = std::filesystem::path;

constexpr std::chrono::seconds kListTimeout{60};

// Environment that changes what a compiler makes without being a setting.
constexpr std::array<const char*, 3> kFlagVariables = {"CPPFLAGS", "CXXFLAGS",
                                                       "LDFLAGS"};

std::vector<std::string> our_variable_names() {
  std::vector<std::string> names;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    names.emplace_back(text.substr(0, text.find('=')));
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool has_tool(util::CommandRunner& runner, const std::string& name) {
  util::Command command;
  command.argv = {name, "--version"};
  return output_of(runner, command).has_value();
}

class CMakeTarget final : public core::Target {
 public:
  /// BUILDS keeps the link that BUILDS_PATH leads through, if it is another
  /// than that of ROOT.
  CMakeTarget(const TargetContext& context, PlainPath root,
              std::optional<PlainPath> builds, Path builds_path)
      : context_(context),
        root_(std::move(root)),
        builds_(std::move(builds)),
        builds_path_(std::move(builds_path)),
        ours_(our_variable_names()),
        has_ccache_(context.use_cache && has_tool(context.runner, "ccache")),
        has_callgrind_(has_tool(context.runner, "valgrind")) {}

  [[nodiscard]] std::string_view name() const override { return "cmake"; }

  util::Result<core::Identity> identity(const std::string& preset) override {
    TRY_ASSIGN(const PresetValues values, preset_values(preset));
    TRY_ASSIGN(const std::string toolchain, toolchain_of(values, nullptr));
    core::Identity identity{.target = "cmake", .toolchain = toolchain};
    identity.variables = values.variables;
    for (const core::Setting& setting : context_.project.settings) {
      identity.variables.erase(setting.cmake);
    }
    for (const char* variable : kFlagVariables) {
      if (const char* value = std::getenv(variable); value != nullptr) {
        identity.variables[util::format("env:{}", variable)] = value;
      }
    }
    return identity;
  }

  util::Result<core::Artifact> build(const core::BuildSpec& spec, int jobs,
                                     std::stop_token stop) override {
    const BuildTree tree{.source = root_.path(),
                         .folder = builds_path_ / spec.id,
                         .logs = real_folder(spec.id) / "heed-logs"};
    core::Artifact artifact{.build = spec.id, .folder = real_folder(spec.id)};
    if (const auto made = util::make_folder(tree.logs); !made) {
      return tl::unexpected(made.error());
    }
    if (const auto missing = missing_tool(spec)) {
      return unfinished(artifact, "configure", *missing, true);
    }
    const auto words = configure_words(spec, tree, has_ccache_);
    TRY_ASSIGN(const StepResult configured,
               configure(context_.runner, tree, words, context_.fresh, stop));
    artifact.configure_seconds = configured.seconds;
    if (!configured.failure.empty()) {
      TRY_ASSIGN(artifact.evidence,
                 collect_evidence(context_.runner, tree, artifact.folder, {},
                                  texts_, 1, stop));
      return unfinished(artifact, "configure", configured.failure,
                        configured.unavailable);
    }
    TRY_ASSIGN(const StepResult compiled,
               compile(context_.runner, tree, jobs, stop));
    artifact.build_seconds = compiled.seconds;
    if (!compiled.failure.empty()) {
      TRY_ASSIGN(artifact.evidence,
                 collect_evidence(context_.runner, tree, artifact.folder, {},
                                  texts_, 1, stop));
      return unfinished(artifact, "build", compiled.failure,
                        compiled.unavailable);
    }
    return finished(std::move(artifact), tree, jobs, stop);
  }

  util::Result<core::SuiteOutput> run(const core::Artifact& artifact,
                                      const core::SuiteRun& run,
                                      std::stop_token stop) override {
    return run_suite(context_.runner, artifact, run, ours_, std::move(stop));
  }

 private:
  [[nodiscard]] Path real_folder(const std::string& build) const {
    return std::filesystem::absolute(context_.out) / "builds" / build;
  }

  static core::Artifact unfinished(core::Artifact artifact,
                                   const std::string& step,
                                   const std::string& failure,
                                   bool is_unavailable) {
    artifact.failed_step = step;
    artifact.failure = failure;
    artifact.unavailable = is_unavailable;
    return artifact;
  }

  util::Result<PresetValues> preset_values(const std::string& preset) {
    const std::lock_guard lock(mutex_);
    const auto known = presets_.find(preset);
    if (known != presets_.end()) {
      return known->second;
    }
    util::Command command;
    command.argv = {"cmake", "--preset", preset, "-N"};
    command.folder = root_.path();
    command.environment = {{"PWD", root_.path().string()}};
    TRY_ASSIGN(const std::string text, output_of(context_.runner, command));
    return presets_.emplace(preset, parse_preset_values(text)).first->second;
  }

  util::Result<std::string> toolchain_of(const PresetValues& values,
                                         const core::BuildSpec* spec) {
    const char* ours = std::getenv("CXX");
    std::string chosen;
    for (const core::Setting& setting :
         spec != nullptr ? spec->settings : std::vector<core::Setting>{}) {
      const auto value = spec->values.find(setting.name);
      if (setting.cmake == kCompilerVariable && value != spec->values.end() &&
          !core::passes_nothing(value->second)) {
        chosen = value->second;
      }
    }
    util::Command command;
    command.argv = compiler_words(values, ours != nullptr ? ours : "", chosen);
    command.argv.emplace_back("--version");
    command.folder = root_.path();
    TRY_ASSIGN(const std::string text, output_of(context_.runner, command));
    return parse_compiler_version(text);
  }

  std::optional<std::string> missing_tool(const core::BuildSpec& spec) {
    if (!has_tool(context_.runner, "cmake")) {
      return "cmake is not installed";
    }
    const auto values = preset_values(spec.preset);
    const auto toolchain = toolchain_of(values.value_or(PresetValues{}), &spec);
    if (!toolchain) {
      return toolchain.error().text();
    }
    return std::nullopt;
  }

  util::Result<core::Artifact> finished(core::Artifact artifact,
                                        const BuildTree& tree, int jobs,
                                        const std::stop_token& stop) {
    util::Command list;
    list.argv = {"ctest", "--test-dir", tree.folder.string(),
                 "--show-only=json-v1"};
    list.folder = tree.source;
    list.environment = {{"PWD", tree.source.string()}};
    TRY_ASSIGN(const std::string text, output_of(context_.runner, list, stop));
    TRY_ASSIGN(artifact.suites, parse_suites(text));
    const auto counting = instruction_suites(artifact.suites, has_callgrind_);
    artifact.suites.insert(artifact.suites.end(), counting.begin(),
                           counting.end());
    TRY_ASSIGN(artifact.evidence,
               collect_evidence(context_.runner, tree, artifact.folder,
                                context_.project.modules, texts_, jobs, stop));
    for (const core::Suite& suite : artifact.suites) {
      if (suite.command.empty()) {
        continue;
      }
      const auto digest = util::sha256_file(suite.command.front());
      if (digest) {
        artifact.digests[suite.name] = *digest;
      }
      list_cases(artifact, suite, tree, stop);
    }
    artifact.built = true;
    return artifact;
  }

  // What the suite must report, asked once per artifact. A program that cannot
  // even list leaves no such evidence; running it then tells why.
  void list_cases(core::Artifact& artifact, const core::Suite& suite,
                  const BuildTree& tree, const std::stop_token& stop) {
    const ListCommand list = list_command(suite);
    if (list.words.empty()) {
      return;
    }
    util::Command command;
    command.argv = list.words;
    command.folder = suite.folder;
    command.unset = steering_names(ours_);
    command.timeout = kListTimeout;
    const Path path = tree.logs / (suite.name + ".cases");
    const auto text = output_of(context_.runner, command, stop);
    if (text && util::write_file(path, *text)) {
      artifact.evidence.push_back(
          {.kind = list.kind, .suite = suite.name, .path = path});
    }
  }

  const TargetContext context_;
  const PlainPath root_;
  const std::optional<PlainPath> builds_;
  const Path builds_path_;
  const std::vector<std::string> ours_;
  const bool has_ccache_;
  const bool has_callgrind_;
  PreprocessedTexts texts_;
  std::mutex mutex_;  // guards presets_
  std::map<std::string, PresetValues, std::less<>> presets_;
};

}  // namespace

util::Result<std::unique_ptr<core::Target>> make_cmake_target(
    const TargetContext& context) {
  const Path builds = std::filesystem::absolute(context.out) / "builds";
  if (const auto made = util::make_folder(builds); !made) {
    return tl::unexpected(made.error());
  }
  TRY_ASSIGN(PlainPath root, PlainPath::make(context.project.root));
  // Below the root one link serves both, so that ccache's base folder does.
  const Path inside = std::filesystem::canonical(builds).lexically_relative(
      std::filesystem::canonical(context.project.root));
  if (!inside.empty() && *inside.begin() != "..") {
    const Path path = root.path() / inside;
    return std::make_unique<CMakeTarget>(context, std::move(root), std::nullopt,
                                         path);
  }
  TRY_ASSIGN(PlainPath link, PlainPath::make(builds));
  const Path path = link.path();
  return std::make_unique<CMakeTarget>(context, std::move(root),
                                       std::move(link), path);
}

}  // namespace heed::target
