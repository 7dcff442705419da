#include "harness/observe/observations_probe.h"

#include <optional>
#include <string>

#include "harness/observe/facts.h"
#include "harness/util/json.h"

namespace heed::observe {
namespace {

bool has_string(const util::Json& object, const char* key) {
  return object.contains(key) && object[key].is_string();
}

std::optional<core::Observation> observation_of(std::string_view line) {
  const util::Result<util::Json> parsed = util::parse_json(line, "line");
  if (!parsed || !parsed->is_object()) {
    return std::nullopt;
  }
  const util::Json& object = *parsed;
  if (!has_string(object, "subject") || !has_string(object, "metric") ||
      !object.contains("value")) {
    return std::nullopt;
  }
  core::Observation found = fact(object["subject"], object["metric"], 0.0);
  const util::Json& value = object["value"];
  if (value.is_number()) {
    found.value = value.get<double>();
  } else if (value.is_string()) {
    found.value = value.get<std::string>();
  } else {
    return std::nullopt;
  }
  if (has_string(object, "unit")) {
    found.unit = object["unit"];
  }
  return found;
}

}  // namespace

std::vector<core::Observation> ObservationsProbe::observe(
    const core::Evidence& evidence) const {
  std::vector<core::Observation> facts;
  double dropped = 0;
  const bool is_cut = !evidence.text.empty() && !evidence.text.ends_with('\n');
  const auto lines = lines_of(evidence.text);
  for (const std::string_view line : lines) {
    const bool is_last = line.data() == lines.back().data();
    auto found = is_cut && is_last ? std::nullopt : observation_of(line);
    if (found) {
      facts.push_back(*std::move(found));
    } else {
      ++dropped;
    }
  }
  facts.push_back(fact("", "observations_dropped", dropped));
  return facts;
}

}  // namespace heed::observe
