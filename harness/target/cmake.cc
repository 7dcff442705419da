#include "harness/target/cmake.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "harness/target/cmake_configure.h"
#include "harness/target/cmake_evidence.h"
#include "harness/target/cmake_suites.h"
#include "harness/target/compile_command.h"
#include "harness/target/plain_path.h"
#include "harness/target/suite_command.h"
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

// One write, so that suites that end at the same time keep their lines whole;
// a line that is there already is not repeated.
util::Result<void> note_command(const Path& folder, const std::string& line) {
  const Path path = folder / "commands.txt";
  const std::string known = util::read_file(path).value_or("");
  if (("\n" + known).find("\n" + line + "\n") != std::string::npos) {
    return {};
  }
  const int file =
      open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  const std::string text = line + "\n";
  const bool is_written = file >= 0 && write(file, text.data(), text.size()) ==
                                           static_cast<ssize_t>(text.size());
  const int code = errno;
  if (file >= 0) {
    close(file);
  }
  if (!is_written) {
    return tl::unexpected(util::Error{"cannot write", path.string(),
                                      std::generic_category().message(code),
                                      ""});
  }
  return {};
}

class CMakeTarget final : public core::Target {
 public:
  CMakeTarget(const TargetContext& context, PlainPath root, PlainPath builds)
      : context_(context),
        root_(std::move(root)),
        builds_(std::move(builds)),
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
                         .folder = builds_.path() / spec.id,
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
      TRY_ASSIGN(
          artifact.evidence,
          collect_evidence(context_.runner, tree, artifact.folder, {}, stop));
      return unfinished(artifact, "configure", configured.failure,
                        configured.unavailable);
    }
    TRY_ASSIGN(const StepResult compiled,
               compile(context_.runner, tree, jobs, stop));
    artifact.build_seconds = compiled.seconds;
    if (!compiled.failure.empty()) {
      TRY_ASSIGN(
          artifact.evidence,
          collect_evidence(context_.runner, tree, artifact.folder, {}, stop));
      return unfinished(artifact, "build", compiled.failure,
                        compiled.unavailable);
    }
    return finished(std::move(artifact), tree, stop);
  }

  util::Result<core::SuiteOutput> run(const core::Artifact& artifact,
                                      const core::SuiteRun& run,
                                      std::stop_token stop) override {
    core::SuiteOutput output{.suite = run.suite.name, .kind = run.suite.kind};
    if (const auto made = util::make_folder(run.folder); !made) {
      return tl::unexpected(made.error());
    }
    if (run.suite.command.empty()) {
      output.could_not_start = "valgrind is not installed";
      return output;
    }
    SuiteCommand suite = suite_command(run, ours_);
    std::error_code ignored;
    for (const auto* files : {&suite.files, &suite.optional_files}) {
      for (const core::EvidenceFile& file : *files) {
        std::filesystem::remove(file.path, ignored);
      }
    }
    if (const auto noted =
            note_command(run.folder, util::shell_text(suite.command));
        !noted) {
      return tl::unexpected(noted.error());
    }
    const auto result = context_.runner.run(suite.command, std::move(stop));
    if (!result) {
      output.could_not_start = result.error().text();
    } else {
      output.exit_code = result->exit_code;
      output.signal = result->signal;
      output.timed_out = result->timed_out;
      output.interrupted = result->interrupted;
      output.left_behind = result->left_behind;
      output.seconds = result->wall.count();
    }
    add_files(output, artifact, std::move(suite));
    return output;
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

  // Evidence files that a suite did not write are there, but empty.
  static void add_files(core::SuiteOutput& output,
                        const core::Artifact& artifact, SuiteCommand suite) {
    for (core::EvidenceFile& file : suite.files) {
      close(open(file.path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
      output.files.push_back(std::move(file));
    }
    for (core::EvidenceFile& file : suite.optional_files) {
      if (std::filesystem::exists(file.path)) {
        output.files.push_back(std::move(file));
      }
    }
    for (const core::EvidenceFile& file : artifact.evidence) {
      if (file.suite == output.suite) {
        output.files.push_back(file);
      }
    }
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

  // As CMake chooses its compiler: cache variable, CXX, c++.
  util::Result<std::string> toolchain_of(const PresetValues& values,
                                         const core::BuildSpec* spec) {
    std::vector<std::string> words = {"c++"};
    if (const char* ours = std::getenv("CXX");
        ours != nullptr && !std::string_view(ours).empty()) {
      words = shell_words(ours);
    }
    if (const auto cxx = values.environment.find("CXX");
        cxx != values.environment.end()) {
      words = shell_words(cxx->second);
    }
    constexpr std::string_view kVariable = "CMAKE_CXX_COMPILER";
    if (const auto variable = values.variables.find(kVariable);
        variable != values.variables.end()) {
      words = {variable->second};
    }
    for (const core::Setting& setting :
         spec != nullptr ? spec->settings : std::vector<core::Setting>{}) {
      const auto value = spec->values.find(setting.name);
      if (setting.cmake == kVariable && value != spec->values.end() &&
          !core::passes_nothing(value->second)) {
        words = {value->second};
      }
    }
    util::Command command;
    command.argv = words;
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
                                        const BuildTree& tree,
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
                                context_.project.modules, stop));
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
  const PlainPath builds_;
  const std::vector<std::string> ours_;
  const bool has_ccache_;
  const bool has_callgrind_;
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
  TRY_ASSIGN(PlainPath plain_builds, PlainPath::make(builds));
  return std::make_unique<CMakeTarget>(context, std::move(root),
                                       std::move(plain_builds));
}

}  // namespace heed::target
