#pragma once

#include <string_view>
#include <vector>

#include "harness/core/probe.h"

namespace heed::observe {

/// Lines that a process appended to HEED_OBSERVATIONS: taken as they are.
///   observations_dropped  how many lines were cut or malformed
class ObservationsProbe final : public core::Probe {
 public:
  [[nodiscard]] std::string_view name() const override {
    return "observations";
  }

  [[nodiscard]] std::vector<core::Observation> observe(
      const core::Evidence& evidence) const override;
};

}  // namespace heed::observe
