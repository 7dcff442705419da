#include <algorithm>
#include <array>

#include "harness/metrics/samples.h"

namespace heed::metrics {
namespace {

constexpr std::size_t kMostWatched = 8;

constexpr std::array<const char*, 6> kResults = {
    "passed", "failed", "skipped", "disabled", "crashed", "notrun"};

struct ResultRow {
  core::CaseOutcome outcome;
  const char* result;
};

constexpr std::array kResultOf = {
    ResultRow{core::CaseOutcome::pass, "passed"},
    ResultRow{core::CaseOutcome::fail, "failed"},
    ResultRow{core::CaseOutcome::xfail, "passed"},
    ResultRow{core::CaseOutcome::xpass, "failed"},
    ResultRow{core::CaseOutcome::skip, "skipped"},
    ResultRow{core::CaseOutcome::unsupported, "disabled"},
    ResultRow{core::CaseOutcome::unresolved, "notrun"},
    ResultRow{core::CaseOutcome::timeout, "crashed"},
    ResultRow{core::CaseOutcome::crash, "crashed"},
};
static_assert(kResultOf.size() == core::kCaseOutcomes.size());

/// Each build of the record with its label.
std::map<std::string, std::string> configs_by_build(
    const core::RunRecord& record) {
  std::map<std::string, std::string> configs;
  for (const core::CellResult& cell : record.cells) {
    configs.emplace(cell.cell.build.id, config_of(record, cell.cell.build));
  }
  return configs;
}

/// A sample for each build that was tried, by GET.
template <typename Get>
Samples by_build(const Source& source, const Get& get) {
  const auto configs = configs_by_build(source.record);
  std::map<std::vector<std::string>, double> values;
  for (const core::BuildResult& build : source.record.builds) {
    const auto config = configs.find(build.artifact.build);
    if (config != configs.end() && !build.artifact.unavailable) {
      if (const auto value = get(build)) {
        values[{config->second}] = *value;
      }
    }
  }
  return to_samples(values);
}

std::string variable(const core::RunRecord& record, const std::string& name) {
  const auto place = record.identity.variables.find(name);
  return place == record.identity.variables.end() ? "" : place->second;
}

}  // namespace

std::string config_of(const core::RunRecord& record,
                      const core::BuildSpec& build) {
  std::string config = build.preset;
  for (const core::Setting& setting : record.declared) {
    const auto value = build.values.find(setting.name);
    if (value != build.values.end() && value->second != setting.default_value) {
      config += "," + setting.name + "=" + value->second;
    }
  }
  return config;
}

std::vector<std::string> watched_configs(const Source& source) {
  std::vector<std::string> watched = source.options.watched;
  if (watched.empty()) {
    for (const auto& [build, config] : configs_by_build(source.record)) {
      watched.push_back(config);
    }
  }
  std::ranges::sort(watched);
  watched.erase(std::unique(watched.begin(), watched.end()), watched.end());
  watched.resize(std::min(watched.size(), kMostWatched));
  return watched;
}

Samples to_samples(const std::map<std::vector<std::string>, double>& counts) {
  Samples samples;
  for (const auto& [labels, value] : counts) {
    samples.push_back({labels, value});
  }
  return samples;
}

Samples cell_results(const Source& source) {
  std::map<std::vector<std::string>, double> counts;
  for (const core::CellResult& cell : source.record.cells) {
    const std::string config = config_of(source.record, cell.cell.build);
    for (const char* result : {"passed", "failed", "build_failed"}) {
      counts.try_emplace({config, result}, 0);
    }
    if (cell.status == core::CellStatus::none) {
      continue;
    }
    std::string result(
        core::kCellStatusNames.at(static_cast<std::size_t>(cell.status)));
    std::ranges::replace(result, '-', '_');
    ++counts[{config, result}];
  }
  return to_samples(counts);
}

Samples config_info(const Source& source) {
  const core::RunRecord& record = source.record;
  const std::string& toolchain = record.identity.toolchain;
  const std::size_t space = toolchain.find(' ');
  const std::string compiler = toolchain.substr(0, space);
  const std::string version =
      space == std::string::npos ? "" : toolchain.substr(space + 1);
  std::map<std::vector<std::string>, double> rows;
  for (const auto& [build, config] : configs_by_build(record)) {
    rows[{config, compiler, version, variable(record, "CMAKE_BUILD_TYPE"),
          variable(record, "SANITIZER")}] = 1;
  }
  return to_samples(rows);
}

Samples build_success(const Source& source) {
  return by_build(source, [](const core::BuildResult& build) {
    return std::optional(build.artifact.built ? 1.0 : 0.0);
  });
}

Samples build_duration(const Source& source) {
  return by_build(source, [](const core::BuildResult& build) {
    return std::optional(build.artifact.build_seconds);
  });
}

Samples unused_variables(const Source& source) {
  return by_build(source, [](const core::BuildResult& build) {
    std::optional<double> count;
    for (const core::Observation& fact : build.observations) {
      if (fact.metric.starts_with("cached:")) {
        const auto type = fact.labels.find("type");
        const bool is_unused =
            type != fact.labels.end() && type->second == "UNINITIALIZED";
        count = count.value_or(0) + (is_unused ? 1 : 0);
      }
    }
    return count;
  });
}

Samples test_cases(const Source& source) {
  std::map<std::vector<std::string>, double> counts;
  for (const core::CellResult& cell : source.record.cells) {
    if (cell.suites.empty() && cell.cases.empty()) {
      continue;  // nothing ran, so nothing is known to be 0
    }
    const std::string config = config_of(source.record, cell.cell.build);
    for (const char* result : kResults) {
      counts.try_emplace({config, result}, 0);
    }
    for (const core::CaseResult& result : cell.cases) {
      ++counts[{config,
                kResultOf.at(static_cast<std::size_t>(result.outcome)).result}];
    }
  }
  return to_samples(counts);
}

}  // namespace heed::metrics
