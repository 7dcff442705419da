#pragma once

#include <memory>

#include "harness/core/reporter.h"

namespace heed::report {

/// GitHub drops a job summary over 1 MiB whole, so ours stays below.
inline constexpr std::size_t kSummaryLimit = std::size_t{1000} * 1024;

/// A job summary in Markdown: counts, findings by cause, the ten slowest
/// cells. Cut at LIMIT bytes, with a pointer to report.json.
[[nodiscard]] std::unique_ptr<core::Reporter> make_markdown_reporter(
    std::size_t limit = kSummaryLimit);

}  // namespace heed::report
