#pragma once

#include <string_view>
#include <vector>

#include "harness/core/probe.h"

namespace heed::observe {

/// CMakeCache.txt (rung R2).
///   cached:<VAR>  value; label `type`, which is UNINITIALIZED for a variable
///                 that nobody declared, hence that nobody reads
class CMakeCacheProbe final : public core::Probe {
 public:
  [[nodiscard]] std::string_view name() const override { return "cmake-cache"; }

  [[nodiscard]] std::vector<core::Observation> observe(
      const core::Evidence& evidence) const override;
};

}  // namespace heed::observe
