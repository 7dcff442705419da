#pragma once

#include <string_view>
#include <vector>

#include "harness/core/probe.h"

namespace heed::observe {

/// The configuration header of one module (rung R3, with compile-commands).
///   digest:config-header  SHA-256 of the text
///   constant:<name>       value of each constant, without quotes
class ConfigHeaderProbe final : public core::Probe {
 public:
  [[nodiscard]] std::string_view name() const override {
    return "config-header";
  }

  [[nodiscard]] std::vector<core::Observation> observe(
      const core::Evidence& evidence) const override;
};

}  // namespace heed::observe
