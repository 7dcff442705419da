#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <prometheus/metric_family.h>

#include "harness/core/run_record.h"

namespace heed::metrics {

/// What a run's record does not know, but its metrics say.
struct Host {
  std::string cpu_model;
  std::string os;
  std::string fingerprint;

  bool operator==(const Host&) const = default;
};

struct CacheRequests {
  std::uint64_t hits = 0;
  std::uint64_t misses = 0;
  std::uint64_t errors = 0;

  bool operator==(const CacheRequests&) const = default;
};

struct MetricOptions {
  std::size_t max_series = 20000;    ///< beyond it whole families are dropped
  std::vector<std::string> watched;  ///< configs with timing series; empty: the
                                     ///< first of all, at most 8 in any case
  std::string cmake_version;         ///< "" when unknown
  std::optional<Host> host;
  std::optional<CacheRequests> cache;
  std::map<std::string, std::string> labels;  ///< added to every series;
                                              ///< REQUIRES: label_problem()
                                              ///< has none against them

  bool operator==(const MetricOptions&) const = default;
};

/// What the metrics are read from.
struct Source {
  const core::RunRecord& record;
  const MetricOptions& options;
};

/// One series: the values of the row's labels, in their order.
struct Sample {
  std::vector<std::string> labels;
  double value = 0;

  bool operator==(const Sample&) const = default;
};

/// One metric of the catalogue.
struct MetricRow {
  std::string_view name;
  std::string_view help;  ///< one line
  std::string_view unit;  ///< seconds, bytes, ratio, timestamp, info, 1
  std::vector<std::string_view> labels;
  std::vector<Sample> (*get)(const Source&);  ///< null: made by families()
};

/// Every metric that a finished run can know, most important first: the order
/// in which families are kept.
[[nodiscard]] std::span<const MetricRow> catalogue();

/// RECORD as gauges. What was not observed has no sample; what was observed to
/// be 0 has one. At most `max_series` series: then whole families are dropped,
/// the last row of the catalogue first, and counted in
/// heed_export_series_dropped. Label values are valid UTF-8.
[[nodiscard]] std::vector<prometheus::MetricFamily> families(
    const core::RunRecord& record, const MetricOptions& options = {});

/// Why NAME may not be added as a label of our own; "" when it may. Refused:
/// job, instance, le, quantile, __*, the catalogue's labels, bad syntax.
[[nodiscard]] std::string label_problem(std::string_view name);

}  // namespace heed::metrics
