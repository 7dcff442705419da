#pragma once

#include <string_view>
#include <vector>

#include "harness/core/probe.h"

namespace heed::observe {

/// Preprocessed text of one module (rung R4).
///   digest:preprocessed  SHA-256 without line markers and spacing, which say
///                        nothing about what is compiled
class PreprocessedProbe final : public core::Probe {
 public:
  [[nodiscard]] std::string_view name() const override {
    return "preprocessed";
  }

  [[nodiscard]] std::vector<core::Observation> observe(
      const core::Evidence& evidence) const override;
};

}  // namespace heed::observe
