#pragma once

#include <string_view>
#include <vector>

#include "harness/core/probe.h"

namespace heed::observe {

/// The compile commands of one module (rung R3, with config-header).
///   digest:compile-commands  SHA-256 of the text. In a compilation database
///                            the build folder is replaced first, since every
///                            build has its own.
class CompileCommandsProbe final : public core::Probe {
 public:
  [[nodiscard]] std::string_view name() const override {
    return "compile-commands";
  }

  [[nodiscard]] std::vector<core::Observation> observe(
      const core::Evidence& evidence) const override;
};

}  // namespace heed::observe
