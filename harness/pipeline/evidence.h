#pragma once

#include <span>
#include <vector>

#include "harness/core/observation.h"

namespace heed::pipeline {

/// Opens each file and lets its probe read it. A file that cannot be read is
/// the observation `unreadable` with reason `no-output`.
[[nodiscard]] std::vector<core::Observation> observe_files(
    std::span<const core::EvidenceFile> files);

}  // namespace heed::pipeline
