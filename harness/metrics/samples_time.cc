#include <algorithm>
#include <array>
#include <cmath>

#include "harness/metrics/samples.h"

namespace heed::metrics {
namespace {

using core::CellResult;
using core::Observation;
using Series = std::map<std::vector<std::string>, std::vector<double>>;

constexpr double kSecondsPerMicrosecond = 1e-6;

struct ClockRow {
  const char* metric;
  const char* clock;
};
constexpr std::array kClocks = {ClockRow{"real_time", "real"},
                                ClockRow{"cpu_time", "cpu"}};

bool is_watched(const std::vector<std::string>& watched,
                const std::string& config) {
  return std::ranges::find(watched, config) != watched.end();
}

/// The init function of each module, as its boot says.
std::map<std::string, std::string> module_by_init(const CellResult& cell) {
  std::map<std::string, std::string> modules;
  for (const Observation& fact : cell.observations) {
    const auto* const function = std::get_if<std::string>(&fact.value);
    if (fact.metric == "init" && function != nullptr) {
      modules[*function] = fact.subject;
    }
  }
  return modules;
}

std::string decision_in(const CellResult& cell, const std::string& module) {
  const auto place =
      std::ranges::find(cell.decisions, module, &core::ModuleDecision::module);
  return place == cell.decisions.end()
             ? ""
             : std::string(core::name_of(place->expected.outcome));
}

/// The medians of METRIC of init functions, by config, module and decision.
Samples by_init(const Source& source, const std::string& metric, double scale,
                const std::vector<std::string>& more_labels) {
  const std::vector<std::string> watched = watched_configs(source);
  Series series;
  for (const CellResult& cell : source.record.cells) {
    const std::string config = config_of(source.record, cell.cell.build);
    if (!is_watched(watched, config)) {
      continue;
    }
    const auto modules = module_by_init(cell);
    for (const Observation& fact : cell.observations) {
      const double* const value = std::get_if<double>(&fact.value);
      const auto module = modules.find(fact.subject);
      if (fact.metric != metric || value == nullptr ||
          module == modules.end()) {
        continue;
      }
      const std::string decision = decision_in(cell, module->second);
      if (decision.empty() || !std::isfinite(*value)) {
        continue;
      }
      std::vector<std::string> key = {config, module->second, decision};
      key.insert(key.end(), more_labels.begin(), more_labels.end());
      series[key].push_back(*value * scale);
    }
  }
  Samples samples;
  for (const auto& [key, values] : series) {
    samples.push_back({key, median(values)});
  }
  return samples;
}

/// "kdf" of the suite "kdf.bench".
std::string owner_of(const std::string& suite) {
  return suite.substr(0, suite.find('.'));
}

/// The times of benchmarks, by config, module, benchmark and clock.
Series benchmark_series(const Source& source) {
  const std::vector<std::string> watched = watched_configs(source);
  Series series;
  for (const CellResult& cell : source.record.cells) {
    const std::string config = config_of(source.record, cell.cell.build);
    if (!is_watched(watched, config)) {
      continue;
    }
    for (const Observation& fact : cell.observations) {
      const double* const value = std::get_if<double>(&fact.value);
      for (const ClockRow& clock : kClocks) {
        if (fact.metric == clock.metric && value != nullptr &&
            std::isfinite(*value)) {
          series[{config, owner_of(fact.suite), fact.subject, clock.clock}]
              .push_back(*value);
        }
      }
    }
  }
  return series;
}

/// Standard deviation of a sample over its mean.
std::optional<double> variation(const std::vector<double>& values) {
  if (values.size() < 2) {
    return std::nullopt;
  }
  double sum = 0;
  for (const double value : values) {
    sum += value;
  }
  const double mean = sum / static_cast<double>(values.size());
  double squares = 0;
  for (const double value : values) {
    squares += (value - mean) * (value - mean);
  }
  const double deviation =
      std::sqrt(squares / static_cast<double>(values.size() - 1));
  return mean > 0 ? std::optional(deviation / mean) : std::nullopt;
}

}  // namespace

double median(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle]
                                : (values[middle - 1] + values[middle]) / 2;
}

Samples init_time(const Source& source) {
  return by_init(source, "initcall_usecs", kSecondsPerMicrosecond, {"real"});
}

Samples init_instructions(const Source& source) {
  return by_init(source, "init_instructions", 1, {});
}

Samples benchmark_errors(const Source& source) {
  const std::vector<std::string> watched = watched_configs(source);
  std::map<std::vector<std::string>, double> counts;
  for (const CellResult& cell : source.record.cells) {
    const std::string config = config_of(source.record, cell.cell.build);
    if (!is_watched(watched, config)) {
      continue;
    }
    for (const core::SuiteOutput& suite : cell.suites) {
      if (suite.kind == core::SuiteKind::bench) {
        counts.try_emplace({config}, 0);
        counts[{config}] += static_cast<double>(std::ranges::count_if(
            cell.observations, [&](const Observation& fact) {
              return fact.suite == suite.suite &&
                     (fact.metric == "errored" || fact.metric == "not_finite" ||
                      fact.metric == "unreadable");
            }));
      }
    }
  }
  return to_samples(counts);
}

Samples benchmark_time(const Source& source) {
  Samples samples;
  for (const auto& [key, values] : benchmark_series(source)) {
    samples.push_back({key, median(values)});
  }
  return samples;
}

Samples benchmark_cv(const Source& source) {
  Samples samples;
  for (const auto& [key, values] : benchmark_series(source)) {
    const auto ratio = variation(values);
    if (key.back() == "real" && ratio) {
      samples.push_back({{key[0], key[1], key[2]}, *ratio});
    }
  }
  return samples;
}

Samples suite_duration(const Source& source) {
  const std::vector<std::string> watched = watched_configs(source);
  Series series;
  for (const CellResult& cell : source.record.cells) {
    const std::string config = config_of(source.record, cell.cell.build);
    for (const core::SuiteOutput& suite : cell.suites) {
      if (is_watched(watched, config) && suite.could_not_start.empty()) {
        series[{config, suite.suite}].push_back(suite.seconds);
      }
    }
  }
  Samples samples;
  for (const auto& [key, values] : series) {
    samples.push_back({key, median(values)});
  }
  return samples;
}

}  // namespace heed::metrics
