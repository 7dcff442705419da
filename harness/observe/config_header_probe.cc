#include "harness/observe/config_header_probe.h"

#include <string>

#include "harness/observe/facts.h"
#include "harness/util/hash.h"

namespace heed::observe {
namespace {

/// `… constexpr TYPE NAME = VALUE;` or `#define NAME VALUE`.
std::optional<core::Observation> constant_of(std::string_view line,
                                             const std::string& module) {
  const auto words = words_of(line);
  if (words.size() > 2 && words[0] == "#define") {
    const auto begin = static_cast<std::size_t>(words[2].data() - line.data());
    return fact(module, "constant:" + std::string(words[1]),
                std::string(trimmed(line.substr(begin))));
  }
  const std::size_t equals = line.find('=');
  const std::size_t end = line.rfind(';');
  if (line.find("constexpr") == std::string_view::npos ||
      equals == std::string_view::npos || end == std::string_view::npos ||
      end < equals) {
    return std::nullopt;
  }
  const auto left = words_of(line.substr(0, equals));
  std::string_view value = trimmed(line.substr(equals + 1, end - equals - 1));
  if (value.size() >= 2 && value.starts_with('"') && value.ends_with('"')) {
    value = value.substr(1, value.size() - 2);
  }
  return fact(module, "constant:" + std::string(left.back()),
              std::string(value));
}

}  // namespace

std::vector<core::Observation> ConfigHeaderProbe::observe(
    const core::Evidence& evidence) const {
  const std::string& module = evidence.file.module;
  if (trimmed(evidence.text).empty()) {
    return {unreadable(module, "no-output")};
  }
  std::vector<core::Observation> facts;
  facts.push_back(
      fact(module, "digest:config-header", util::sha256_hex(evidence.text)));
  for (const std::string_view line : lines_of(evidence.text)) {
    if (auto constant = constant_of(line, module)) {
      facts.push_back(*std::move(constant));
    }
  }
  return facts;
}

}  // namespace heed::observe
