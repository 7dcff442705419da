#include "harness/observe/commands_probe.h"

#include <map>
#include <string>

#include "harness/observe/facts.h"
#include "harness/util/json.h"

namespace heed::observe {
namespace {

struct Definition {
  std::string variable;
  std::string value;
};

/// `VAR[:TYPE]=value`, the text after -D; an argument without `=` passes no
/// value and is no definition.
std::optional<Definition> definition_of(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view name = text.substr(0, equals);
  return Definition{std::string(name.substr(0, name.find(':'))),
                    std::string(text.substr(equals + 1))};
}

}  // namespace

std::vector<core::Observation> CommandsProbe::observe(
    const core::Evidence& evidence) const {
  if (trimmed(evidence.text).empty()) {
    return {unreadable("commands", "no-output")};
  }
  const util::Result<util::Json> parsed =
      util::parse_json(evidence.text, "commands");
  if (!parsed) {
    return {unreadable("commands", why_unreadable(evidence.text))};
  }
  if (!parsed->is_array()) {
    return {unreadable("commands", "invalid-json")};
  }
  std::map<std::string, std::string> passed;
  bool is_after_d = false;
  for (const util::Json& item : *parsed) {
    const std::string word = item.is_string() ? item.get<std::string>() : "";
    const bool is_joined = word.size() > 2 && word.starts_with("-D");
    if (is_after_d || is_joined) {
      const std::string text = is_after_d ? word : word.substr(2);
      if (const auto definition = definition_of(text)) {
        passed[definition->variable] = definition->value;
      }
    }
    is_after_d = !is_after_d && word == "-D";
  }
  std::vector<core::Observation> facts;
  facts.push_back(
      fact("", "command_words", static_cast<double>(parsed->size())));
  for (const auto& [variable, value] : passed) {
    facts.push_back(fact("", "passed:" + variable, value));
  }
  return facts;
}

}  // namespace heed::observe
