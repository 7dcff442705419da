#pragma once

#include <string_view>
#include <vector>

#include "harness/core/probe.h"

namespace heed::observe {

/// Output of a google-benchmark program's --benchmark_list_tests.
///   expected_benchmark  by benchmark, keyed like the rows of its results
class BenchListProbe final : public core::Probe {
 public:
  [[nodiscard]] std::string_view name() const override { return "bench-list"; }

  [[nodiscard]] std::vector<core::Observation> observe(
      const core::Evidence& evidence) const override;
};

}  // namespace heed::observe
