#include "harness/observe/benchmark_probe.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "harness/observe/benchmark_json.h"
#include "harness/observe/benchmark_key.h"
#include "harness/observe/facts.h"
#include "harness/util/format.h"
#include "harness/util/json.h"

namespace heed::observe {
namespace {

using Facts = std::vector<core::Observation>;

constexpr std::size_t kMaxBytes = std::size_t{64} << 20U;

struct UnitRow {
  std::string_view name;
  double seconds;
};
constexpr std::array kUnits = {UnitRow{"ns", 1e-9}, UnitRow{"us", 1e-6},
                               UnitRow{"ms", 1e-3}, UnitRow{"s", 1.0}};

/// What the library writes itself; every other number is a user's counter.
constexpr std::array<std::string_view, 24> kOwnKeys = {
    "name",
    "family_index",
    "per_family_instance_index",
    "run_name",
    "run_type",
    "repetitions",
    "iterations",
    "repetition_index",
    "threads",
    "real_time",
    "cpu_time",
    "time_unit",
    "label",
    "error_occurred",
    "error_message",
    "skipped",
    "skip_message",
    "aggregate_name",
    "aggregate_unit",
    "cpu_coefficient",
    "real_coefficient",
    "big_o",
    "rms",
    "manual_time"};

bool is_own_key(std::string_view key) {
  return std::ranges::find(kOwnKeys, key) != kOwnKeys.end();
}

double number_at(const util::Json& row, const char* key, double otherwise) {
  return row.contains(key) && row[key].is_number() ? row[key].get<double>()
                                                   : otherwise;
}

bool flag_at(const util::Json& row, const char* key) {
  return row.contains(key) && row[key].is_boolean() && row[key].get<bool>();
}

bool is_aggregate(const util::Json& row) {
  return text_at(row, "run_type") == "aggregate" || row.contains("rms") ||
         row.contains("cpu_coefficient");
}

/// True when a constant that is no number stands where a user has no say.
bool has_constant_time(const util::Json& row) {
  return std::ranges::any_of(row.items(), [](const auto& item) {
    return is_own_key(item.key()) && item.key() != "name" &&
           item.key() != "run_name" && item.value().is_string() &&
           (item.key() == "real_time" || item.key() == "cpu_time" ||
            item.key() == "iterations") &&
           is_constant(item.value().template get<std::string>());
  });
}

void add_counters(const std::string& key, const util::Json& row,
                  const Labels& labels, Facts& facts) {
  for (const auto& [name, value] : row.items()) {
    if (is_own_key(name)) {
      continue;
    }
    if (value.is_number()) {
      facts.push_back(fact(key, name, value.get<double>(), labels));
    } else if (value.is_string() && is_constant(value.get<std::string>())) {
      facts.push_back(fact(key, "not_finite", name, labels));
    }
  }
}

void add_times(const std::string& key, const util::Json& row,
               const Labels& labels, Facts& facts) {
  const std::string unit = text_at(row, "time_unit");
  const auto* found = std::ranges::find(kUnits, unit, &UnitRow::name);
  if (found == kUnits.end()) {
    facts.push_back(unreadable(key, "invalid-unit"));
    return;
  }
  const std::array<std::pair<const char*, double>, 2> times = {
      std::pair{"real_time", number_at(row, "real_time", 0)},
      std::pair{"cpu_time", number_at(row, "cpu_time", 0)}};
  for (const auto& [metric, time] : times) {
    if (!std::isfinite(time) || time <= 0) {
      facts.push_back(unreadable(key, "invalid-time"));
      return;
    }
  }
  for (const auto& [metric, time] : times) {
    facts.push_back(fact(key, metric, time * found->seconds, labels));
    facts.back().unit = "seconds";
  }
}

/// The rows of repetitions of one benchmark.
struct Group {
  std::vector<const util::Json*> rows;
  double repetitions = 1;
  bool has_duplicate = false;
};

void add_row(const std::string& key, const util::Json& row, Facts& facts) {
  const Labels labels = {
      {"name", text_at(row, "name")},
      {"repetition", util::format("{}", number_at(row, "repetition_index", 0))},
      {"threads", util::format("{}", number_at(row, "threads", 1))}};
  if (flag_at(row, "error_occurred")) {
    facts.push_back(
        fact(key, "errored", text_at(row, "error_message"), labels));
    return;
  }
  if (flag_at(row, "skipped")) {
    facts.push_back(fact(key, "skipped", text_at(row, "skip_message"), labels));
    return;
  }
  add_times(key, row, labels, facts);
  add_counters(key, row, labels, facts);
}

void add_group(const std::string& key, const Group& group, Facts& facts) {
  if (group.has_duplicate) {
    facts.push_back(unreadable(key, "duplicate-name"));
    return;
  }
  if (group.rows.empty()) {
    facts.push_back(unreadable(key, "no-raw-repetitions"));
    return;
  }
  for (const util::Json* row : group.rows) {
    add_row(key, *row, facts);
  }
  // An errored benchmark may end its repetitions early; that is told already.
  const bool is_cut_short =
      std::ranges::any_of(group.rows, [](const util::Json* row) {
        return flag_at(*row, "error_occurred") || flag_at(*row, "skipped");
      });
  if (!is_cut_short &&
      group.repetitions != static_cast<double>(group.rows.size())) {
    facts.push_back(unreadable(key, "no-raw-repetitions"));
  }
}

/// BigO and RMS rows have no repetitions of their own: they are ignored.
bool is_fit(const util::Json& row) {
  const std::string aggregate = text_at(row, "aggregate_name");
  return aggregate == "BigO" || aggregate == "RMS";
}

std::map<std::string, Group> groups_of(const util::Json& rows) {
  std::map<std::string, Group> groups;
  std::set<std::pair<std::string, double>> seen;
  for (const util::Json& row : rows) {
    if (!row.is_object() || is_fit(row)) {
      continue;
    }
    const std::string run_name = text_at(row, "run_name");
    const std::string key =
        benchmark_key(run_name.empty() ? text_at(row, "name") : run_name);
    Group& group = groups[key];
    if (is_aggregate(row)) {
      continue;
    }
    const double index = number_at(row, "repetition_index", 0);
    group.has_duplicate |= !seen.emplace(key, index).second;
    group.repetitions = number_at(row, "repetitions", 1);
    group.rows.push_back(&row);
  }
  return groups;
}

bool is_known_schema(const util::Json& document) {
  if (!document.contains("context") || !document["context"].is_object()) {
    return true;
  }
  return number_at(document["context"], "json_schema_version", 1) == 1;
}

}  // namespace

Facts BenchmarkProbe::observe(const core::Evidence& evidence) const {
  if (trimmed(evidence.text).empty()) {
    return {fact("", "rows", 0.0)};
  }
  if (evidence.text.size() > kMaxBytes) {
    return {unreadable("benchmark", "invalid-json")};
  }
  const util::Result<util::Json> parsed =
      util::parse_json(quote_constants(evidence.text), "benchmark");
  if (!parsed) {
    return {unreadable("benchmark", why_unreadable(evidence.text))};
  }
  if (!parsed->is_object() || !is_known_schema(*parsed)) {
    return {unreadable("benchmark", "invalid-json")};
  }
  const util::Json rows = parsed->value("benchmarks", util::Json::array());
  if (!rows.is_array() || std::ranges::any_of(rows, [](const util::Json& row) {
        return !row.is_object() || has_constant_time(row);
      })) {
    return {unreadable("benchmark", "invalid-json")};
  }
  Facts facts;
  double count = 0;
  for (const auto& [key, group] : groups_of(rows)) {
    count += static_cast<double>(group.rows.size());
    add_group(key, group, facts);
  }
  facts.push_back(fact("", "rows", count));
  return facts;
}

}  // namespace heed::observe
