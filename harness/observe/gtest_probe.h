#pragma once

#include <string_view>
#include <vector>

#include "harness/core/probe.h"

namespace heed::observe {

/// JSON of GoogleTest 1.12.
///   case      by "Suite.Case": pass, fail or skip; labels message, file,
///             line, seconds and, if the case recorded obs.skip_reason, reason
///   <metric>  for each property obs.<metric>
///   rows      how many cases ran or were skipped
class GtestProbe final : public core::Probe {
 public:
  [[nodiscard]] std::string_view name() const override { return "gtest"; }

  [[nodiscard]] std::vector<core::Observation> observe(
      const core::Evidence& evidence) const override;
};

}  // namespace heed::observe
