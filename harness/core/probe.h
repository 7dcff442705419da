#pragma once

#include <string_view>
#include <vector>

#include "harness/core/observation.h"

namespace heed::core {

/// Reads facts from evidence of one kind. Pure: repeatable offline. One
/// implementation per kind in observe/, a row each in observe/probes.cc.
class Probe {
 public:
  virtual ~Probe() = default;

  /// The evidence kind it reads: "boot", "gtest" …
  [[nodiscard]] virtual std::string_view name() const = 0;

  /// Never fails: what cannot be read is the observation `unreadable` with the
  /// reason as its value (no-output, torn-output, invalid-json …).
  [[nodiscard]] virtual std::vector<Observation> observe(
      const Evidence& evidence) const = 0;
};

}  // namespace heed::core
