#include "harness/observe/compile_commands_probe.h"

#include <string>

#include "harness/observe/facts.h"
#include "harness/util/hash.h"
#include "harness/util/json.h"

namespace heed::observe {
namespace {

std::string without(std::string_view text, std::string_view folder) {
  std::string rest;
  while (!folder.empty()) {
    const std::size_t at = text.find(folder);
    if (at == std::string_view::npos) {
      break;
    }
    rest.append(text.substr(0, at)).push_back('.');
    text.remove_prefix(at + folder.size());
  }
  return rest.append(text);
}

/// The build folder that a compilation database names; "" for other text.
std::string folder_of(const std::string& text) {
  const util::Result<util::Json> parsed =
      util::parse_json(text, "compile commands");
  if (!parsed || !parsed->is_array() || parsed->empty()) {
    return "";
  }
  const util::Json& first = parsed->front();
  if (!first.is_object() || !first.contains("directory") ||
      !first["directory"].is_string()) {
    return "";
  }
  return first["directory"].get<std::string>();
}

}  // namespace

std::vector<core::Observation> CompileCommandsProbe::observe(
    const core::Evidence& evidence) const {
  const std::string& module = evidence.file.module;
  const std::string_view text = trimmed(evidence.text);
  if (text.empty()) {
    return {unreadable(module, "no-output")};
  }
  const bool is_database = text.starts_with('[');
  if (is_database && !util::parse_json(evidence.text, "compile commands")) {
    return {unreadable(module, why_unreadable(evidence.text))};
  }
  const std::string folder = is_database ? folder_of(evidence.text) : "";
  return {fact(module, "digest:compile-commands",
               util::sha256_hex(without(evidence.text, folder)))};
}

}  // namespace heed::observe
