#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/cli/request.h"
#include "harness/core/project.h"
#include "harness/util/error.h"

namespace heed::cli {

/// The value of an environment variable; nullopt when it is not set.
using Environment =
    std::function<std::optional<std::string>(const std::string& name)>;

/// What WORDS (without the program's name) ask for. An option on the command
/// line comes before its HEED_<OPTION> in ENVIRONMENT, that before the
/// built-in default; `settled` says which it was. CI=true or CI=1 means --ci.
/// Errors: an unknown command or option, with the nearest name; a value that
/// its option does not take.
[[nodiscard]] util::Result<Request> parse(const std::vector<std::string>& words,
                                          const Environment& environment);

/// Tells REQUEST what the chosen slice of heed.json settles, for options that
/// neither command line nor environment gave.
void settle_from_slice(Request& request, const core::Slice& slice);

}  // namespace heed::cli
