#pragma once

#include <string_view>
#include <vector>

#include "harness/core/probe.h"

namespace heed::observe {

/// Digests or symbols of one module's objects (rung R5).
///   digest:objects  SHA-256 of the text
class ObjectsProbe final : public core::Probe {
 public:
  [[nodiscard]] std::string_view name() const override { return "objects"; }

  [[nodiscard]] std::vector<core::Observation> observe(
      const core::Evidence& evidence) const override;
};

}  // namespace heed::observe
