#include "harness/observe/gtest_probe.h"

#include <string>

#include "harness/observe/facts.h"
#include "harness/util/format.h"
#include "harness/util/json.h"

namespace heed::observe {
namespace {

using Facts = std::vector<core::Observation>;

constexpr std::string_view kPropertyPrefix = "obs.";

const util::Json& list_at(const util::Json& object, const char* key) {
  static const util::Json none = util::Json::array();
  const bool has = object.is_object() && object.contains(key);
  return has && object[key].is_array() ? object[key] : none;
}

/// "0.25s" as "0.25"; "" when it is not a duration.
std::string seconds_of(std::string_view time) {
  if (!time.ends_with('s')) {
    return "";
  }
  time.remove_suffix(1);
  const auto seconds = number_of(time);
  return seconds && *seconds >= 0 ? std::string(time) : "";
}

/// Labels `file` and `line`: where the first failure says it happened, else
/// where the case stands.
void add_place(const util::Json& test, std::string_view failure,
               Labels& labels) {
  const std::string_view place = failure.substr(0, failure.find('\n'));
  const std::size_t colon = place.rfind(':');
  if (colon != std::string_view::npos && number_of(place.substr(colon + 1))) {
    labels["file"] = place.substr(0, colon);
    labels["line"] = place.substr(colon + 1);
    return;
  }
  labels["file"] = text_at(test, "file");
  if (test.contains("line") && test["line"].is_number_integer()) {
    labels["line"] = util::format("{}", test["line"].get<long>());
  }
}

Labels labels_of(const util::Json& test) {
  Labels labels;
  std::string message;
  for (const util::Json& failure : list_at(test, "failures")) {
    message += (message.empty() ? "" : "\n") + text_at(failure, "failure");
  }
  if (!message.empty()) {
    labels["message"] = message;
  }
  add_place(test, message, labels);
  if (const std::string time = seconds_of(text_at(test, "time"));
      !time.empty()) {
    labels["seconds"] = time;
  }
  if (const std::string reason = text_at(test, "obs.skip_reason");
      !reason.empty()) {
    labels["reason"] = reason;
  }
  return labels;
}

void add_properties(const std::string& subject, const util::Json& object,
                    Facts& facts) {
  for (const auto& [key, value] : object.items()) {
    if (!key.starts_with(kPropertyPrefix) || !value.is_string()) {
      continue;
    }
    const auto text = value.get<std::string>();
    const std::string metric = key.substr(kPropertyPrefix.size());
    if (const auto number = number_of(text)) {
      facts.push_back(fact(subject, metric, *number));
    } else {
      facts.push_back(fact(subject, metric, text));
    }
  }
}

/// Adds the facts of one case; false when it was disabled, hence is none.
bool add_case(const std::string& suite, const util::Json& test, Facts& facts) {
  if (text_at(test, "status") != "RUN") {
    return false;
  }
  const std::string subject = suite + "." + text_at(test, "name");
  const bool has_failed = !list_at(test, "failures").empty();
  const std::string result = text_at(test, "result");
  const char* outcome = has_failed            ? "fail"
                        : result == "SKIPPED" ? "skip"
                                              : "pass";
  facts.push_back(fact(subject, "case", outcome, labels_of(test)));
  add_properties(subject, test, facts);
  return true;
}

}  // namespace

Facts GtestProbe::observe(const core::Evidence& evidence) const {
  if (trimmed(evidence.text).empty()) {
    return {unreadable("gtest", "no-output")};
  }
  const util::Result<util::Json> parsed =
      util::parse_json(evidence.text, "gtest");
  if (!parsed) {
    return {unreadable("gtest", why_unreadable(evidence.text))};
  }
  if (!parsed->is_object() || !parsed->contains("testsuites")) {
    return {unreadable("gtest", "invalid-json")};
  }
  Facts facts;
  double rows = 0;
  for (const util::Json& suite : list_at(*parsed, "testsuites")) {
    const std::string name = text_at(suite, "name");
    if (suite.is_object()) {
      add_properties(name, suite, facts);
    }
    for (const util::Json& test : list_at(suite, "testsuite")) {
      rows += test.is_object() && add_case(name, test, facts) ? 1 : 0;
    }
  }
  facts.push_back(fact("", "rows", rows));
  return facts;
}

}  // namespace heed::observe
