#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "harness/core/probe.h"

namespace heed::observe {

/// Every probe, one for each kind of evidence, in a fixed order.
[[nodiscard]] std::span<const core::Probe* const> probes();

/// The probe for evidence of KIND; null when no probe reads it, as for `log`.
[[nodiscard]] const core::Probe* find_probe(std::string_view kind);

/// What EVIDENCE says, each observation with the suite of the evidence. Empty
/// when no probe reads its kind.
[[nodiscard]] std::vector<core::Observation> observe(
    const core::Evidence& evidence);

}  // namespace heed::observe
