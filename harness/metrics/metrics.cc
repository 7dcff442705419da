#include "harness/metrics/metrics.h"

#include <algorithm>
#include <array>
#include <set>

#include "harness/metrics/samples.h"
#include "harness/util/utf8.h"

namespace heed::metrics {
namespace {

using prometheus::MetricFamily;

constexpr std::string_view kSeries = "heed_export_series";
constexpr std::string_view kDropped = "heed_export_series_dropped";

const std::vector<MetricRow>& rows() {
  static const std::vector<MetricRow> kRows = {
      {"heed_build_info",
       "Version of heed itself.",
       "info",
       {"version", "cmake_version"},
       &build_info},
      {kSeries, "Series in this export.", "1", {}, nullptr},
      {kDropped,
       "Series of families that were left out of this export.",
       "1",
       {"family"},
       nullptr},
      {"heed_run_last_start_timestamp_seconds",
       "Start of the last run.",
       "timestamp",
       {},
       &last_start},
      {"heed_run_last_completion_timestamp_seconds",
       "End of the last run.",
       "timestamp",
       {},
       &last_completion},
      {"heed_run_last_success_timestamp_seconds",
       "End of the last run, if it conforms.",
       "timestamp",
       {},
       &last_success},
      {"heed_run_duration_seconds",
       "Time that the last run spent in a stage.",
       "seconds",
       {"stage"},
       &run_duration},
      {"heed_matrix_product",
       "Size of the full product of all settings.",
       "1",
       {},
       &matrix_product},
      {"heed_cells",
       "Cells by class; they add up to the product.",
       "1",
       {"class"},
       &cells},
      {"heed_cell_results",
       "Cells with a verdict, by result.",
       "1",
       {"config", "result"},
       &cell_results},
      {"heed_findings",
       "Findings by kind, one for each cause.",
       "1",
       {"kind"},
       &findings},
      {"heed_decisions_expected",
       "Cells in which a decision is expected.",
       "1",
       {"module", "decision", "reason"},
       &decisions_expected},
      {"heed_decisions_observed",
       "Cells in which a decision was observed.",
       "1",
       {"module", "decision", "reason"},
       &decisions_observed},
      {"heed_selftests_executed",
       "Self-tests executed where a decision is expected.",
       "1",
       {"module", "expected"},
       &selftests_executed},
      {"heed_setting_pairs",
       "Pairs of cells that differ in one setting and in what must follow.",
       "1",
       {"module", "setting", "level", "result"},
       &setting_pairs},
      {"heed_settings_declared",
       "Settings that a module must heed.",
       "1",
       {"module"},
       &settings_declared},
      {"heed_settings_lost",
       "Lost settings by the rung where they vanished.",
       "1",
       {"rung"},
       &settings_lost},
      {"heed_config_ineffective",
       "Overrides that could not act.",
       "1",
       {"module"},
       &config_ineffective},
      {"heed_leaks",
       "Things left over after a run, by kind.",
       "1",
       {"kind"},
       &leaks},
      {"heed_config_info",
       "What a configuration is built with.",
       "info",
       {"config", "compiler", "compiler_version", "build_type", "sanitizer"},
       &config_info},
      {"heed_host_info",
       "The host of the last run.",
       "info",
       {"cpu_model", "os", "fingerprint"},
       &host_info},
      {"heed_build_success",
       "Whether a configuration was built.",
       "1",
       {"config"},
       &build_success},
      {"heed_build_duration_seconds",
       "Time that building took.",
       "seconds",
       {"config"},
       &build_duration},
      {"heed_configure_unused_variables",
       "Variables that were passed to configure and never read.",
       "1",
       {"config"},
       &unused_variables},
      {"heed_test_cases",
       "Test cases by result, over all cells.",
       "1",
       {"config", "result"},
       &test_cases},
      {"heed_cache_requests",
       "Requests to the compiler cache.",
       "1",
       {"result"},
       &cache_requests},
      {"heed_module_init_time_seconds",
       "Median time of a module's init.",
       "seconds",
       {"config", "module", "decision", "clock"},
       &init_time},
      {"heed_module_init_instructions",
       "Median instruction count of a module's init.",
       "1",
       {"config", "module", "decision"},
       &init_instructions},
      {"heed_benchmark_errors",
       "Benchmark rows without a usable time.",
       "1",
       {"config"},
       &benchmark_errors},
      {"heed_benchmark_time_seconds",
       "Median time of a benchmark.",
       "seconds",
       {"config", "module", "benchmark", "clock"},
       &benchmark_time},
      {"heed_benchmark_time_cv_ratio",
       "Standard deviation of a benchmark's time over its mean.",
       "ratio",
       {"config", "module", "benchmark"},
       &benchmark_cv},
      {"heed_test_suite_duration_seconds",
       "Median time of a suite.",
       "seconds",
       {"config", "suite"},
       &suite_duration},
  };
  return kRows;
}

const MetricRow& row_of(std::string_view name) {
  return *std::ranges::find(rows(), name, &MetricRow::name);
}

prometheus::ClientMetric series_of(const MetricRow& row, const Sample& sample,
                                   const MetricOptions& options) {
  prometheus::ClientMetric metric;
  for (std::size_t i = 0; i < row.labels.size(); ++i) {
    metric.label.push_back(
        {std::string(row.labels[i]), util::valid_utf8(sample.labels.at(i))});
  }
  for (const auto& [name, value] : options.labels) {
    metric.label.push_back({name, util::valid_utf8(value)});
  }
  // A label without value and no label are one series for Prometheus.
  std::erase_if(metric.label,
                [](const auto& label) { return label.value.empty(); });
  metric.gauge.value = sample.value;
  return metric;
}

MetricFamily family_of(const MetricRow& row, const Samples& samples,
                       const MetricOptions& options) {
  MetricFamily family;
  family.name = row.name;
  family.help = row.help;
  family.type = prometheus::MetricType::Gauge;
  // Two names that differ in bad bytes only have become one: a series that is
  // there twice would cost the whole scrape.
  std::set<std::vector<prometheus::ClientMetric::Label>> seen;
  for (const Sample& sample : samples) {
    prometheus::ClientMetric metric = series_of(row, sample, options);
    if (seen.insert(metric.label).second) {
      family.metric.push_back(std::move(metric));
    }
  }
  return family;
}

std::size_t series_in(const std::vector<MetricFamily>& families) {
  std::size_t count = 0;
  for (const MetricFamily& family : families) {
    count += family.metric.size();
  }
  return count;
}

}  // namespace

std::span<const MetricRow> catalogue() { return rows(); }

std::vector<MetricFamily> families(const core::RunRecord& record,
                                   const MetricOptions& options) {
  const Source source{.record = record, .options = options};
  std::vector<MetricFamily> all;
  for (const MetricRow& row : rows()) {
    if (row.get != nullptr) {
      all.push_back(family_of(row, row.get(source), options));
    }
  }
  std::erase_if(all, [](const auto& family) { return family.metric.empty(); });

  // The guard's own series count too: one, and one for each dropped family.
  Samples dropped;
  while (all.size() > 1 &&
         series_in(all) + 1 + dropped.size() > options.max_series) {
    dropped.push_back(
        {{all.back().name}, static_cast<double>(all.back().metric.size())});
    all.pop_back();
  }
  const double exported =
      static_cast<double>(series_in(all) + 1 + dropped.size());
  all.insert(all.begin() + 1,
             family_of(row_of(kSeries), {{{}, exported}}, options));
  if (!dropped.empty()) {
    all.insert(all.begin() + 2, family_of(row_of(kDropped), dropped, options));
  }
  return all;
}

std::string label_problem(std::string_view name) {
  constexpr std::array<std::string_view, 4> kReserved = {"job", "instance",
                                                         "le", "quantile"};
  const auto is_word = [](char byte) {
    return byte == '_' || (byte >= 'a' && byte <= 'z') ||
           (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9');
  };
  if (name.empty() || !std::ranges::all_of(name, is_word) ||
      (name[0] >= '0' && name[0] <= '9')) {
    return "a label is made of letters, digits and _ and begins with no digit";
  }
  if (name.starts_with("__") ||
      std::ranges::find(kReserved, name) != kReserved.end()) {
    return "the label is reserved by Prometheus";
  }
  for (const MetricRow& row : rows()) {
    if (std::ranges::find(row.labels, name) != row.labels.end()) {
      return "the label is one of " + std::string(row.name);
    }
  }
  return "";
}

}  // namespace heed::metrics
