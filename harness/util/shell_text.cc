#include <algorithm>
#include <cctype>

#include "harness/util/command.h"
#include "harness/util/format.h"

namespace heed::util {
namespace {

bool is_plain(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
         std::string_view("_@%+=:,./-").find(letter) != std::string_view::npos;
}

}  // namespace

std::string shell_quote(std::string_view word) {
  if (!word.empty() && std::all_of(word.begin(), word.end(), is_plain)) {
    return std::string(word);
  }
  std::string quoted = "'";
  for (const char letter : word) {
    if (letter == '\'') {
      quoted += "'\\''";
    } else {
      quoted += letter;
    }
  }
  return quoted + "'";
}

std::string shell_text(const Command& command) {
  std::string text;
  if (!command.folder.empty()) {
    text += "cd " + shell_quote(command.folder.string()) + " && ";
  }
  if (command.clean_environment || !command.environment.empty() ||
      !command.unset.empty()) {
    text += command.clean_environment ? "env -i " : "env ";
  }
  for (const std::string& name : command.unset) {
    text += "-u " + shell_quote(name) + " ";
  }
  for (const auto& [name, value] : command.environment) {
    text += shell_quote(format("{}={}", name, value)) + " ";
  }
  for (const std::string& word : command.argv) {
    text += shell_quote(word) + " ";
  }
  if (!text.empty()) {
    text.pop_back();
  }
  if (!command.output.empty()) {
    text += " >>" + shell_quote(command.output.string());
  }
  if (!command.error.empty()) {
    text += " 2>>" + shell_quote(command.error.string());
  } else if (!command.output.empty()) {
    text += " 2>&1";
  }
  return text;
}

}  // namespace heed::util
