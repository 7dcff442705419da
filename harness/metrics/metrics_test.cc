#include "harness/metrics/metrics.h"

#include <fstream>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "harness/core/sample_run.h"
#include "harness/metrics/text.h"
#include "harness/util/golden.h"

namespace heed::metrics {
namespace {

using core::RunRecord;
using prometheus::MetricFamily;

/// A run in which everything that the catalogue knows was measured.
RunRecord measured() {
  RunRecord record = core::sample::ignored_setting();
  for (core::CellResult& cell : record.cells) {
    const auto add = [&](const char* subject, const char* metric,
                         std::variant<double, std::string> value,
                         const char* suite) {
      cell.observations.push_back({.subject = subject,
                                   .metric = metric,
                                   .value = std::move(value),
                                   .suite = suite});
    };
    add("kdf_sp800108", "init", "crypto_kdf108_init", "boot.reference");
    add("kdf_sp800108", "config_ineffective", 0.0, "boot.reference");
    add("crypto_kdf108_init", "initcall_usecs", 63.0, "boot.reference");
    add("crypto_kdf108_init", "init_instructions", 5138.0, "ir.reference");
    cell.suites.push_back({.suite = "kdf.bench",
                           .kind = core::SuiteKind::bench,
                           .exit_code = 0,
                           .seconds = 1.5});
    for (const double time : {2e-6, 3e-6, 4e-6}) {
      add("derive/32", "real_time", time, "kdf.bench");
      add("derive/32", "cpu_time", time, "kdf.bench");
    }
  }
  record.builds[0].observations = {{.metric = "cached:FEATT",
                                    .value = "ON",
                                    .labels = {{"type", "UNINITIALIZED"}}}};
  return record;
}

MetricOptions full_options() {
  return {.cmake_version = "3.25.1",
          .host = Host{"Some CPU", "Debian 12", "0123abcd"},
          .cache = CacheRequests{.hits = 5, .misses = 2}};
}

const MetricFamily* find(const std::vector<MetricFamily>& all,
                         const std::string& name) {
  const auto place = std::ranges::find(all, name, &MetricFamily::name);
  return place == all.end() ? nullptr : &*place;
}

/// The value of the series of NAME whose label values are VALUES.
std::optional<double> value(const std::vector<MetricFamily>& all,
                            const std::string& name,
                            const std::vector<std::string>& values) {
  const MetricFamily* const family = find(all, name);
  if (family == nullptr) {
    return std::nullopt;
  }
  for (const prometheus::ClientMetric& metric : family->metric) {
    std::vector<std::string> found;
    for (const auto& label : metric.label) {
      found.push_back(label.value);
    }
    if (found == values) {
      return metric.gauge.value;
    }
  }
  return std::nullopt;
}

/// Series that stand in TEXT more than once, which promtool does not see.
std::set<std::string> duplicates(const std::string& text) {
  std::set<std::string> seen;
  std::set<std::string> twice;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::string series = line.substr(0, line.rfind(' '));
    if (!line.starts_with("#") && !seen.insert(series).second) {
      twice.insert(series);
    }
  }
  return twice;
}

TEST(Metrics, AreTheWholeExport) {
  const std::string exported = text(families(measured(), full_options()));
  util::expect_golden("metrics", "measured", exported);
  EXPECT_EQ(duplicates(exported), std::set<std::string>());
  EXPECT_EQ(exported.back(), '\n');
  std::ofstream("measured.prom", std::ios::binary) << exported;
}

TEST(Metrics, OfEachRowAreKnownToACompleteRun) {
  const auto all = families(measured(), full_options());
  for (const MetricRow& row : catalogue()) {
    const bool is_conditional =
        row.name == "heed_export_series_dropped" ||
        row.name == "heed_run_last_success_timestamp_seconds";
    EXPECT_NE(find(all, std::string(row.name)) != nullptr, is_conditional)
        << row.name;
  }
}

TEST(Metrics, KeepMissingApartFromZero) {
  const auto all = families(core::sample::build_failure(), {});
  EXPECT_EQ(find(all, "heed_benchmark_time_seconds"), nullptr);
  EXPECT_EQ(find(all, "heed_cache_requests"), nullptr);
  EXPECT_EQ(value(all, "heed_test_cases", {"cell,DISABLE_TESTS=ON", "failed"}),
            std::nullopt);
  EXPECT_EQ(value(all, "heed_test_cases", {"cell", "failed"}), 0.0);
  EXPECT_EQ(value(all, "heed_build_success", {"cell,DISABLE_TESTS=ON"}), 0.0);
  EXPECT_EQ(value(all, "heed_findings", {"crash"}), 0.0);
}

TEST(Metrics, CountPairsByWhatBecameOfThem) {
  const auto all = families(core::sample::ignored_setting(), {});
  const auto pairs = [&](const char* level, const char* result) {
    return value(all, "heed_setting_pairs",
                 {"kdf_sp800108", "notests", level, result});
  };
  EXPECT_EQ(pairs("global", "ignored"), 1.0);
  EXPECT_EQ(pairs("global", "inconclusive"), 0.0);
  EXPECT_TRUE(pairs("module", "heeded").has_value());
  EXPECT_EQ(value(all, "heed_decisions_expected",
                  {"kdf_sp800108", "skip", "global-runtime"}),
            1.0);
  EXPECT_EQ(value(all, "heed_decisions_observed",
                  {"kdf_sp800108", "skip", "global-runtime"}),
            0.0);
  EXPECT_EQ(value(all, "heed_selftests_executed", {"kdf_sp800108", "skip"}),
            10.0);
}

TEST(Metrics, SumTheClassesToTheProduct) {
  const auto all = families(core::sample::inconclusive(), {});
  double sum = 0;
  for (const auto& metric : find(all, "heed_cells")->metric) {
    sum += metric.gauge.value;
  }
  EXPECT_EQ(sum, *value(all, "heed_matrix_product", {}));
}

TEST(Metrics, DropWholeFamiliesFromTheEndAndCountThem) {
  const RunRecord record = measured();
  const auto whole = families(record, full_options());
  const auto series = *value(whole, "heed_export_series", {});
  MetricOptions options = full_options();
  options.max_series = static_cast<std::size_t>(series) - 1;
  const auto cut = families(record, options);
  EXPECT_EQ(find(cut, "heed_test_suite_duration_seconds"), nullptr);
  EXPECT_EQ(value(cut, "heed_export_series_dropped",
                  {"heed_test_suite_duration_seconds"}),
            6.0);
  EXPECT_LE(*value(cut, "heed_export_series", {}), series - 1);
}

TEST(Metrics, SurviveHostileNames) {
  RunRecord record = measured();
  const std::string name = "a\"b\\c\nd\xFF";
  record.modules = {name};
  for (core::CellResult& cell : record.cells) {
    cell.decisions[0].module = name;
    cell.observations[0].subject = name;
  }
  const std::string exported = text(families(record, full_options()));
  EXPECT_NE(exported.find("module=\"a\\\"b\\\\c\\nd\xEF\xBF\xBD\""),
            std::string::npos);
  EXPECT_EQ(duplicates(exported), std::set<std::string>());
  for (const core::CellResult& cell : record.cells) {
    EXPECT_EQ(exported.find(cell.cell.id), std::string::npos);
  }
  std::ofstream("hostile.prom", std::ios::binary) << exported;
}

TEST(Metrics, AreCheckedForDuplicatesByATestThatFindsThem) {
  EXPECT_EQ(duplicates("a{b=\"c\"} 1\na{b=\"c\"} 2\n").size(), 1U);
}

TEST(Metrics, HaveOneLineOfHelpAndNoReservedLabel) {
  for (const MetricRow& row : catalogue()) {
    EXPECT_EQ(row.help.find('\n'), std::string_view::npos) << row.name;
    EXPECT_TRUE(row.name.starts_with("heed_")) << row.name;
    EXPECT_FALSE(row.name.ends_with("_total")) << row.name;
    if (row.unit == "seconds") {
      EXPECT_TRUE(row.name.ends_with("_seconds")) << row.name;
    }
    for (const std::string_view label : row.labels) {
      EXPECT_NE(label, "le");
      EXPECT_NE(label, "job");
      EXPECT_NE(label, "instance");
      EXPECT_NE(label, "quantile");
    }
  }
}

TEST(Metrics, RefuseReservedLabels) {
  for (const char* label : {"le", "quantile", "job", "instance", "__name__",
                            "module", "", "1a", "a-b"}) {
    EXPECT_NE(label_problem(label), "") << label;
  }
  EXPECT_EQ(label_problem("team"), "");
  MetricOptions options;
  options.labels = {{"team", "crypto"}};
  EXPECT_NE(text(families(core::sample::conforming(), options))
                .find("heed_matrix_product{team=\"crypto\"} 12\n"),
            std::string::npos);
}

TEST(MetricsText, EscapesHelp) {
  MetricFamily family;
  family.name = "heed_x";
  family.help = "one\ntwo \\ \xFF";
  family.type = prometheus::MetricType::Gauge;
  family.metric.emplace_back();
  EXPECT_EQ(text({family}),
            "# HELP heed_x one\\ntwo \\\\ \xEF\xBF\xBD\n"
            "# TYPE heed_x gauge\nheed_x 0\n");
}

}  // namespace
}  // namespace heed::metrics
