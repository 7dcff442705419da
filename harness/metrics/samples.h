#pragma once

// The getters of the catalogue, and what they share.

#include <map>
#include <string>
#include <vector>

#include "harness/metrics/metrics.h"

namespace heed::metrics {

using Samples = std::vector<Sample>;

/// The label `config`: the preset and the build settings off their default.
[[nodiscard]] std::string config_of(const core::RunRecord& record,
                                    const core::BuildSpec& build);

/// The configs with timing series, sorted.
[[nodiscard]] std::vector<std::string> watched_configs(const Source& source);

/// REQUIRES: VALUES is not empty.
[[nodiscard]] double median(std::vector<double> values);

/// A sample for each key of COUNTS.
[[nodiscard]] Samples to_samples(
    const std::map<std::vector<std::string>, double>& counts);

// batch and build (samples_run.cc)
[[nodiscard]] Samples build_info(const Source& source);
[[nodiscard]] Samples last_start(const Source& source);
[[nodiscard]] Samples last_completion(const Source& source);
[[nodiscard]] Samples last_success(const Source& source);
[[nodiscard]] Samples run_duration(const Source& source);
[[nodiscard]] Samples matrix_product(const Source& source);
[[nodiscard]] Samples cells(const Source& source);
[[nodiscard]] Samples findings(const Source& source);
[[nodiscard]] Samples settings_lost(const Source& source);
[[nodiscard]] Samples host_info(const Source& source);
[[nodiscard]] Samples cache_requests(const Source& source);

// by config (samples_config.cc)
[[nodiscard]] Samples cell_results(const Source& source);
[[nodiscard]] Samples config_info(const Source& source);
[[nodiscard]] Samples build_success(const Source& source);
[[nodiscard]] Samples build_duration(const Source& source);
[[nodiscard]] Samples unused_variables(const Source& source);
[[nodiscard]] Samples test_cases(const Source& source);

// by module (samples_module.cc)
[[nodiscard]] Samples decisions_expected(const Source& source);
[[nodiscard]] Samples decisions_observed(const Source& source);
[[nodiscard]] Samples selftests_executed(const Source& source);
[[nodiscard]] Samples setting_pairs(const Source& source);
[[nodiscard]] Samples settings_declared(const Source& source);
[[nodiscard]] Samples config_ineffective(const Source& source);
[[nodiscard]] Samples leaks(const Source& source);

// measured, of watched configs (samples_time.cc)
[[nodiscard]] Samples init_time(const Source& source);
[[nodiscard]] Samples init_instructions(const Source& source);
[[nodiscard]] Samples benchmark_errors(const Source& source);
[[nodiscard]] Samples benchmark_time(const Source& source);
[[nodiscard]] Samples benchmark_cv(const Source& source);
[[nodiscard]] Samples suite_duration(const Source& source);

}  // namespace heed::metrics
