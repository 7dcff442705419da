#pragma once

#include <string_view>
#include <vector>

#include "harness/core/observation.h"

namespace heed::observe {

/// What one line of a kernel log says about init functions and panics:
///   initcall NAME returned R after N usecs      initcall_usecs, _result
///   calling  NAME @ 1                           initcall_started
///   Kernel panic - not syncing: WHY             panic
/// A `[ 0.123] ` in front and `+0x…/0x…` behind NAME are accepted. A record
/// that is cut or mixed with other text is `unreadable`, with NAME as subject.
/// Empty for other lines.
[[nodiscard]] std::vector<core::Observation> observe_log_line(
    std::string_view line);

}  // namespace heed::observe
