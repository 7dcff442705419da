#include "harness/target/toolchain.h"

#include <cctype>
#include <utility>

#include "harness/target/compile_command.h"
#include "harness/util/file.h"
#include "harness/util/format.h"
#include "harness/util/try.h"

namespace heed::target {
namespace {

// Calls VISIT with each line of TEXT without its end.
template <typename Visit>
void for_each_line(std::string_view text, Visit visit) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::string last_line(std::string_view text) {
  std::string last;
  for_each_line(text, [&last](std::string_view line) {
    if (line.find_first_not_of(' ') != std::string_view::npos) {
      last = line;
    }
  });
  return last;
}

// The first word that begins with a digit and holds a dot.
std::string version_in(std::string_view line) {
  std::string found;
  while (!line.empty() && found.empty()) {
    const std::size_t end = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, end);
    if (!word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) &&
        word.find('.') != std::string_view::npos) {
      found = word.substr(0, word.find_first_not_of("0123456789."));
    }
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return found;
}

}  // namespace

util::Result<std::string> output_of(util::CommandRunner& runner,
                                    util::Command command,
                                    std::stop_token stop) {
  const util::TemporaryFolder folder("heed-output");
  command.output = folder.path() / "output";
  TRY_ASSIGN(const util::CommandResult result,
             runner.run(command, std::move(stop)));
  TRY_ASSIGN(std::string text, util::read_file(command.output));
  if (!result.ok()) {
    return tl::unexpected(util::Error{
        "cannot ask", command.argv.front(),
        util::format("it exited {}: {}", result.exit_code, last_line(text)),
        util::shell_text(command)});
  }
  return text;
}

PresetValues parse_preset_values(std::string_view text) {
  PresetValues values;
  core::Values* section = nullptr;
  for_each_line(text, [&](std::string_view line) {
    if (line.starts_with("Preset ")) {
      section = line == "Preset CMake variables:"         ? &values.variables
                : line == "Preset environment variables:" ? &values.environment
                                                          : nullptr;
      return;
    }
    const std::size_t equals = line.find('=');
    if (section == nullptr || !line.starts_with("  ") ||
        equals == std::string_view::npos) {
      return;
    }
    // NAME[:TYPE]="value": quotes inside the value are not escaped.
    std::string_view name = line.substr(2, equals - 2);
    std::string_view value = line.substr(equals + 1);
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"') {
      value = value.substr(1, value.size() - 2);
    }
    (*section)[std::string(name.substr(0, name.find(':')))] = value;
  });
  return values;
}

std::vector<std::string> compiler_words(const PresetValues& values,
                                        std::string_view ours,
                                        std::string_view chosen) {
  if (!chosen.empty()) {
    return {std::string(chosen)};
  }
  if (const auto variable = values.variables.find(kCompilerVariable);
      variable != values.variables.end() && !variable->second.empty()) {
    return {variable->second};
  }
  if (const auto cxx = values.environment.find("CXX");
      cxx != values.environment.end() && !cxx->second.empty()) {
    return shell_words(cxx->second);
  }
  return ours.empty() ? std::vector<std::string>{"c++"} : shell_words(ours);
}

std::string parse_compiler_version(std::string_view text) {
  std::string first(text.substr(0, text.find('\n')));
  const std::string version = version_in(first);
  if (version.empty()) {
    return first;
  }
  if (first.find("clang") != std::string::npos) {
    return "Clang " + version;
  }
  if (text.find("Free Software Foundation") != std::string_view::npos) {
    return "GNU " + version;
  }
  return first;
}

}  // namespace heed::target
