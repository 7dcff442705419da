#pragma once

#include <string_view>
#include <vector>

#include "harness/core/probe.h"

namespace heed::observe {

/// The file that GoogleTest writes when its tests begin and removes when they
/// have all ended (TEST_PREMATURE_EXIT_FILE): a program that calls exit(0) in
/// a test leaves it behind, and nothing else tells.
///   premature_exit  1, when the file is there
class PrematureExitProbe final : public core::Probe {
 public:
  [[nodiscard]] std::string_view name() const override {
    return "premature-exit";
  }

  [[nodiscard]] std::vector<core::Observation> observe(
      const core::Evidence& evidence) const override;
};

}  // namespace heed::observe
