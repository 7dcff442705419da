#include "harness/observe/cmake_cache_probe.h"

#include <string>

#include "harness/observe/facts.h"

namespace heed::observe {
namespace {

/// `NAME:TYPE=value`; names that hold a colon or `=` are written in quotes.
std::optional<core::Observation> entry_of(std::string_view line) {
  const bool is_quoted = line.starts_with('"');
  const std::size_t name_end = is_quoted ? line.find('"', 1) : line.find(':');
  if (name_end == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view name =
      is_quoted ? line.substr(1, name_end - 1) : line.substr(0, name_end);
  const std::size_t colon = is_quoted ? name_end + 1 : name_end;
  const std::size_t equals = line.find('=', colon);
  if (colon >= line.size() || line[colon] != ':' ||
      equals == std::string_view::npos) {
    return std::nullopt;
  }
  return fact(
      "", "cached:" + std::string(name), std::string(line.substr(equals + 1)),
      {{"type", std::string(line.substr(colon + 1, equals - colon - 1))}});
}

bool is_comment(std::string_view line) {
  return line.empty() || line.starts_with('#') || line.starts_with("//");
}

}  // namespace

std::vector<core::Observation> CMakeCacheProbe::observe(
    const core::Evidence& evidence) const {
  if (trimmed(evidence.text).empty()) {
    return {unreadable("cmake-cache", "no-output")};
  }
  std::vector<core::Observation> facts;
  bool is_torn = !evidence.text.ends_with('\n');
  for (const std::string_view line : lines_of(evidence.text)) {
    if (is_comment(line)) {
      continue;
    }
    if (auto entry = entry_of(line)) {
      facts.push_back(*std::move(entry));
    } else {
      is_torn = true;
    }
  }
  // A value cut short looks like a shorter value: nothing of it is used.
  if (is_torn) {
    return {unreadable("cmake-cache", "torn-output")};
  }
  return facts;
}

}  // namespace heed::observe
