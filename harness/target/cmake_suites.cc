#include "harness/target/cmake_suites.h"

#include <algorithm>
#include <optional>

#include "harness/util/json.h"
#include "harness/util/try.h"

namespace heed::target {
namespace {

using util::Json;

constexpr std::string_view kPrefix = "boot.";

const Json& member(const Json& object, const char* key) {
  static const Json absent;
  const auto found = object.find(key);
  return object.is_object() && found != object.end() ? *found : absent;
}

std::string as_text(const Json& value) {
  return value.is_string() ? value.get<std::string>() : std::string();
}

std::vector<std::string> as_texts(const Json& value) {
  std::vector<std::string> texts;
  if (value.is_array()) {
    for (const Json& item : value) {
      texts.push_back(as_text(item));
    }
  }
  return texts;
}

const Json& property(const Json& test, std::string_view name) {
  static const Json absent;
  for (const Json& entry : member(test, "properties")) {
    if (as_text(member(entry, "name")) == name) {
      return member(entry, "value");
    }
  }
  return absent;
}

std::optional<core::SuiteKind> kind_of(const Json& test) {
  const std::vector<std::string> labels = as_texts(property(test, "LABELS"));
  for (const core::SuiteKindRow& row : core::kSuiteKinds) {
    if (std::find(labels.begin(), labels.end(), row.name) != labels.end()) {
      return row.kind;
    }
  }
  return std::nullopt;
}

}  // namespace

util::Result<std::vector<core::Suite>> parse_suites(std::string_view text) {
  TRY_ASSIGN(const Json json, util::parse_json(text, "the list of ctest"));
  const Json& tests = member(json, "tests");
  if (!tests.is_array()) {
    return tl::unexpected(util::Error{"cannot read", "the list of ctest",
                                      "it has no \"tests\"", ""});
  }
  std::vector<core::Suite> suites;
  for (const Json& test : tests) {
    if (const auto kind = kind_of(test)) {
      suites.push_back(
          {.name = as_text(member(test, "name")),
           .kind = *kind,
           .command = as_texts(member(test, "command")),
           .folder = as_text(property(test, "WORKING_DIRECTORY"))});
    }
  }
  std::sort(suites.begin(), suites.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  return suites;
}

std::vector<core::Suite> instruction_suites(
    const std::vector<core::Suite>& suites, bool has_tool) {
  std::vector<core::Suite> counting;
  for (const core::Suite& suite : suites) {
    if (suite.kind != core::SuiteKind::boot) {
      continue;
    }
    std::string_view rest = suite.name;
    if (rest.starts_with(kPrefix)) {
      rest.remove_prefix(kPrefix.size());
    }
    counting.push_back(
        {.name = "instructions." + std::string(rest),
         .kind = core::SuiteKind::instructions,
         .command = has_tool ? suite.command : std::vector<std::string>{},
         .folder = suite.folder});
  }
  return counting;
}

}  // namespace heed::target
