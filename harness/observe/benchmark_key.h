#pragma once

#include <string>
#include <string_view>

namespace heed::observe {

/// RUN_NAME without the parts that only tune how a benchmark is run
/// (`iterations:`, `repeats:`, `min_time:` …): arguments and threads stay.
[[nodiscard]] std::string benchmark_key(std::string_view run_name);

}  // namespace heed::observe
