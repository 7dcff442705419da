#pragma once

#include <string_view>
#include <vector>

#include "harness/core/probe.h"

namespace heed::observe {

/// Output of callgrind, with or without compressed names and positions.
///   init_instructions   by unqualified name of an init function: inclusive Ir
///   selftest_symbol     by stem of a source <stem>_selftest.*: each function
///                       of it that was entered; labels ir, calls
///   total_instructions  Ir of the whole collection
class InstructionsProbe final : public core::Probe {
 public:
  [[nodiscard]] std::string_view name() const override {
    return "instructions";
  }

  [[nodiscard]] std::vector<core::Observation> observe(
      const core::Evidence& evidence) const override;
};

}  // namespace heed::observe
