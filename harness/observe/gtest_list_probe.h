#pragma once

#include <string_view>
#include <vector>

#include "harness/core/probe.h"

namespace heed::observe {

/// Output of a GoogleTest program's --gtest_list_tests.
///   expected_case  by "Suite.Case"; disabled ones are not expected
class GtestListProbe final : public core::Probe {
 public:
  [[nodiscard]] std::string_view name() const override { return "gtest-list"; }

  [[nodiscard]] std::vector<core::Observation> observe(
      const core::Evidence& evidence) const override;
};

}  // namespace heed::observe
