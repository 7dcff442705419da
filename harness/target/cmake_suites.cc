#include "harness/target/cmake_suites.h"

#include <algorithm>
#include <optional>

#include "harness/core/condition.h"
#include "harness/util/json.h"
#include "harness/util/try.h"

namespace heed::target {
namespace {

using util::Json;

constexpr std::string_view kPrefix = "boot.";
constexpr std::string_view kWhen = "when ";
constexpr std::string_view kUnmeasured = "unmeasured";

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

using Labels = std::vector<std::string>;

std::optional<core::SuiteKind> kind_of(const Labels& labels) {
  for (const core::SuiteKindRow& row : core::kSuiteKinds) {
    if (std::find(labels.begin(), labels.end(), row.name) != labels.end()) {
      return row.kind;
    }
  }
  return std::nullopt;
}

/// What follows "when " in a label; errors: it is no condition.
util::Result<std::string> condition_of(const Labels& labels) {
  for (const std::string& label : labels) {
    if (label.starts_with(kWhen)) {
      const std::string text = label.substr(kWhen.size());
      TRY_ASSIGN(const core::Condition condition,
                 core::Condition::parse(text, false));
      static_cast<void>(condition);
      return text;
    }
  }
  return std::string();
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
    const Labels labels = as_texts(property(test, "LABELS"));
    if (const auto kind = kind_of(labels)) {
      TRY_ASSIGN(std::string when, condition_of(labels));
      const bool is_measured =
          std::find(labels.begin(), labels.end(), kUnmeasured) == labels.end();
      suites.push_back({.name = as_text(member(test, "name")),
                        .kind = *kind,
                        .command = as_texts(member(test, "command")),
                        .folder = as_text(property(test, "WORKING_DIRECTORY")),
                        .when = std::move(when),
                        .is_measured = is_measured});
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
    if (suite.kind != core::SuiteKind::boot || !suite.is_measured) {
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
         .folder = suite.folder,
         .when = suite.when});
  }
  return counting;
}

}  // namespace heed::target
