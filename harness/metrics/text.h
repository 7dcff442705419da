#pragma once

#include <string>
#include <vector>

#include <prometheus/metric_family.h>

namespace heed::metrics {

/// FAMILIES in Prometheus' text format 0.0.4, without timestamps, ended by a
/// newline: what `/metrics` answers and what a textfile collector reads. HELP
/// is escaped and every text is valid UTF-8, which prometheus-cpp 1.0.1 leaves
/// to its caller: one bad byte would take the whole target down.
[[nodiscard]] std::string text(std::vector<prometheus::MetricFamily> families);

}  // namespace heed::metrics
