#pragma once

#include <string_view>
#include <vector>

#include "harness/core/probe.h"

namespace heed::observe {

/// JSON of google-benchmark 1.7 to 1.9.
///   real_time cpu_time <counter>  by benchmark, one for each repetition, in
///                                 seconds; labels name, repetition, threads
///   errored skipped               by benchmark, with the message
///   not_finite                    by benchmark: a counter that is NaN or
///                                 infinite, which is never compared
///   rows                          how many rows of repetitions were read
/// Aggregate rows are never samples. A benchmark's key is its run_name without
/// the parts that tune how it is run.
class BenchmarkProbe final : public core::Probe {
 public:
  [[nodiscard]] std::string_view name() const override { return "benchmark"; }

  [[nodiscard]] std::vector<core::Observation> observe(
      const core::Evidence& evidence) const override;
};

}  // namespace heed::observe
