#include "harness/observe/initcall_log.h"

#include <algorithm>
#include <string>

#include "harness/observe/facts.h"

namespace heed::observe {
namespace {

constexpr std::string_view kPanic = "Kernel panic - not syncing: ";
// An init function that took longer than a day is a wrapped difference.
constexpr double kMaxUsecs = 86400e6;

/// LINE without the log level and the time stamps in front of it.
std::string_view without_stamp(std::string_view line) {
  if (line.starts_with('<') && line.find('>') <= 4) {
    line.remove_prefix(line.find('>') + 1);
  }
  while (line.starts_with('[') && line.find(']') != std::string_view::npos) {
    line.remove_prefix(line.find(']') + 1);
    line = line.substr(std::min(line.find_first_not_of(' '), line.size()));
  }
  return line;
}

std::string function_of(std::string_view word) {
  return std::string(word.substr(0, word.find("+0x")));
}

std::vector<core::Observation> observe_return(
    const std::vector<std::string_view>& words) {
  const std::string function =
      words.size() > 1 ? function_of(words[1]) : std::string();
  if (words.size() == 3 && words[2] == "blacklisted") {
    return {};
  }
  const bool is_whole = words.size() == 7 && words[2] == "returned" &&
                        words[4] == "after" && words[6] == "usecs";
  const auto result = is_whole ? number_of(words[3]) : std::nullopt;
  const auto usecs = is_whole ? number_of(words[5]) : std::nullopt;
  if (!result || !usecs) {
    return {unreadable(function, "torn-output")};
  }
  if (*usecs < 0 || *usecs > kMaxUsecs) {
    return {fact(function, "initcall_result", *result),
            unreadable(function, "invalid-time")};
  }
  return {fact(function, "initcall_usecs", *usecs),
          fact(function, "initcall_result", *result)};
}

}  // namespace

std::vector<core::Observation> observe_log_line(std::string_view line) {
  if (const std::size_t at = line.find(kPanic); at != std::string_view::npos) {
    return {fact("", "panic",
                 std::string(trimmed(line.substr(at + kPanic.size()))))};
  }
  const auto words = words_of(without_stamp(line));
  if (words.empty()) {
    return {};
  }
  if (words[0] == "initcall") {
    return observe_return(words);
  }
  if (words[0] == "calling" && words.size() >= 2) {
    return {fact(function_of(words[1]), "initcall_started", 1.0)};
  }
  return {};
}

}  // namespace heed::observe
