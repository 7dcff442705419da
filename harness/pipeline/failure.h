#pragma once

#include <vector>

#include "harness/core/exit_code.h"
#include "harness/util/error.h"

namespace heed::pipeline {

/// Why a command could not do its work: every error at once, and how heed
/// ends because of it.
struct Failure {
  core::ExitCode code = core::ExitCode::usage;
  std::vector<util::Error> errors;
};

template <typename T>
using Attempt = tl::expected<T, Failure>;

[[nodiscard]] inline tl::unexpected<Failure> failed(core::ExitCode code,
                                                    util::Error error) {
  return tl::unexpected(Failure{code, {std::move(error)}});
}

}  // namespace heed::pipeline
