#include "harness/target/cmake_evidence.h"

#include <algorithm>
#include <array>
#include <utility>

#include "harness/target/compile_command.h"
#include "harness/target/toolchain.h"
#include "harness/util/file.h"
#include "harness/util/format.h"
#include "harness/util/hash.h"
#include "harness/util/parallel.h"
#include "harness/util/try.h"

namespace heed::target {
namespace {

using core::EvidenceFile;
using Path = std::filesystem::path;

constexpr std::size_t kAddressWidth = 17;  // of nm: 16 digits and a blank

// The evidence of one module.
class ModuleEvidence {
 public:
  ModuleEvidence(util::CommandRunner& runner, const BuildTree& tree,
                 std::string module, std::vector<CompileCommand> commands,
                 PreprocessedTexts& texts, std::stop_token stop)
      : runner_(runner),
        tree_(tree),
        texts_(texts),
        module_(std::move(module)),
        commands_(std::move(commands)),
        stop_(std::move(stop)) {}

  // Writes the text that MAKE makes, unless it is newer than every object. A
  // tool that fails leaves no evidence: the probes then say so.
  template <typename Make>
  util::Result<void> add(const std::string& kind, Make make) {
    const Path path = tree_.logs / (module_ + "." + kind);
    if (!is_up_to_date(path)) {
      const util::Result<std::string> text = make();
      if (!text) {
        std::error_code ignored;
        std::filesystem::remove(path, ignored);
        return {};
      }
      if (auto written = util::write_file(path, *text); !written) {
        return written;
      }
    }
    files_.push_back({.kind = kind, .module = module_, .path = path});
    return {};
  }

  [[nodiscard]] std::string compile_commands() const {
    return normalised_text(commands_, tree_.folder, tree_.source);
  }

  util::Result<std::string> preprocessed() {
    std::string all;
    for (const CompileCommand& command : commands_) {
      TRY_ASSIGN(const std::string text, preprocessed(command));
      all += text;
    }
    return all;
  }

  // An object's bytes and, for people, the names that it defines.
  util::Result<std::string> objects() {
    std::string all;
    for (const CompileCommand& command : commands_) {
      TRY_ASSIGN(const std::string digest, util::sha256_file(command.object));
      TRY_ASSIGN(const std::string names, symbols(command.object));
      all += util::format(
          "object {} {}\n{}", digest,
          command.object.lexically_relative(tree_.folder).string(), names);
    }
    return all;
  }

  [[nodiscard]] std::vector<EvidenceFile> take_files() {
    return std::move(files_);
  }

 private:
  util::Result<std::string> preprocessed(const CompileCommand& command) {
    const auto key =
        PreprocessedTexts::key(command, tree_.folder, tree_.source);
    if (key) {
      if (auto known = texts_.find(*key)) {
        return *std::move(known);
      }
    }
    util::Command preprocess;
    preprocess.argv = preprocess_words(command);
    preprocess.folder = command.folder;
    preprocess.error = tree_.logs / (module_ + ".preprocess.log");
    TRY_ASSIGN(const std::string whole, output_of(runner_, preprocess, stop_));
    const std::array own = {tree_.source, tree_.folder};
    std::string text = without_system_headers(whole, own);
    if (key) {
      texts_.put(*key, text);
    }
    return text;
  }

  [[nodiscard]] bool is_up_to_date(const Path& evidence) const {
    std::error_code code;
    const auto time = std::filesystem::last_write_time(evidence, code);
    return !code && std::all_of(commands_.begin(), commands_.end(),
                                [&](const CompileCommand& command) {
                                  std::error_code absent;
                                  return std::filesystem::last_write_time(
                                             command.object, absent) < time &&
                                         !absent;
                                });
  }

  util::Result<std::string> symbols(const Path& object) {
    util::Command command;
    command.argv = {"nm", "-C", "--defined-only", object.string()};
    command.folder = tree_.folder;
    TRY_ASSIGN(const std::string text, output_of(runner_, command, stop_));
    std::vector<std::string> names;
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      if (end - begin > kAddressWidth) {
        names.push_back(
            text.substr(begin + kAddressWidth, end - begin - kAddressWidth));
      }
      begin = end + 1;
    }
    std::sort(names.begin(), names.end());
    std::string sorted;
    for (const std::string& name : names) {
      sorted += "  " + name + "\n";
    }
    return sorted;
  }

  util::CommandRunner& runner_;
  const BuildTree& tree_;
  PreprocessedTexts& texts_;
  std::string module_;
  std::vector<CompileCommand> commands_;
  std::stop_token stop_;
  std::vector<EvidenceFile> files_;
};

std::vector<CompileCommand> commands_of(
    const core::Module& module, const std::vector<std::string>& all_modules,
    const std::vector<CompileCommand>& commands, const Path& source) {
  std::vector<CompileCommand> own;
  const Path folder = (source / module.folder).lexically_normal();
  std::copy_if(commands.begin(), commands.end(), std::back_inserter(own),
               [&](const CompileCommand& command) {
                 return is_source_of(command.source, module.name, folder,
                                     all_modules);
               });
  return own;
}

util::Result<std::vector<EvidenceFile>> module_evidence(
    util::CommandRunner& runner, const BuildTree& tree,
    const core::Module& module, std::vector<CompileCommand> commands,
    PreprocessedTexts& texts, const std::stop_token& stop) {
  ModuleEvidence evidence(runner, tree, module.name, std::move(commands), texts,
                          stop);
  auto done =
      evidence.add("compile-commands", [&]() -> util::Result<std::string> {
        return evidence.compile_commands();
      });
  if (done) {
    done =
        evidence.add("preprocessed", [&] { return evidence.preprocessed(); });
  }
  if (done) {
    done = evidence.add("objects", [&] { return evidence.objects(); });
  }
  if (!done) {
    return tl::unexpected(done.error());
  }
  return evidence.take_files();
}

std::vector<CompileCommand> commands_in(const Path& build) {
  const auto database = util::read_file(build / "compile_commands.json")
                            .and_then([](const std::string& text) {
                              return parse_compile_commands(text);
                            });
  return database ? *database : std::vector<CompileCommand>();
}

void add_if_present(std::vector<EvidenceFile>& files, EvidenceFile file) {
  if (std::filesystem::exists(file.path)) {
    files.push_back(std::move(file));
  }
}

}  // namespace

util::Result<std::vector<EvidenceFile>> collect_evidence(
    util::CommandRunner& runner, const BuildTree& tree, const Path& real_folder,
    const std::vector<core::Module>& modules, PreprocessedTexts& texts,
    int jobs, const std::stop_token& stop) {
  std::vector<EvidenceFile> files;
  add_if_present(files,
                 {.kind = "commands", .path = tree.logs / "configure.json"});
  add_if_present(
      files, {.kind = "cmake-cache", .path = real_folder / "CMakeCache.txt"});
  const std::vector<CompileCommand> commands = commands_in(real_folder);
  std::vector<std::string> names;
  names.reserve(modules.size());
  for (const core::Module& module : modules) {
    names.push_back(module.name);
  }
  std::vector<util::Result<std::vector<EvidenceFile>>> found(modules.size());
  const auto collect_one = [&](std::size_t i) {
    std::vector<CompileCommand> own =
        commands_of(modules[i], names, commands, tree.source);
    if (!own.empty()) {
      found[i] = module_evidence(runner, tree, modules[i], std::move(own),
                                 texts, stop);
    }
  };
  util::for_each_parallel(modules.size(), jobs, stop, collect_one);
  for (std::size_t i = 0; i < modules.size(); ++i) {
    const std::string& name = modules[i].name;
    add_if_present(files, {.kind = "config-header",
                           .module = name,
                           .path = real_folder / "heed" / name / "config.h"});
    if (!found[i]) {
      return tl::unexpected(found[i].error());
    }
    files.insert(files.end(), found[i]->begin(), found[i]->end());
  }
  return files;
}

}  // namespace heed::target
