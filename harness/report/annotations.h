#pragma once

#include <memory>

#include "harness/core/reporter.h"

namespace heed::report {

/// Workflow commands that GitHub shows beside the code: worst causes first, at
/// most 10 errors and 10 warnings, which is all that one step may show.
[[nodiscard]] std::unique_ptr<core::Reporter> make_annotations_reporter();

}  // namespace heed::report
