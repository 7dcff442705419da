#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "harness/pipeline/options.h"
#include "harness/pipeline/services.h"
#include "harness/report/console.h"

namespace heed::cli {

/// Tells a person on standard error how a run goes on: a moving line on a
/// terminal, plain lines elsewhere (for passing cells at most one a second),
/// nothing with `-q`. Called from one thread at a time.
[[nodiscard]] std::unique_ptr<pipeline::Progress> make_progress(
    const pipeline::Options& options);

}  // namespace heed::cli
