#pragma once

#include <string>

#include "harness/cli/commands.h"
#include "harness/cli/request.h"

namespace heed::cli {

/// What `heed --help` prints: the commands and the global options.
[[nodiscard]] std::string help_text();

/// What `heed COMMAND --help` prints: its options by group, its examples.
[[nodiscard]] std::string help_text(const CommandRow& command);

/// What `heed explain --options` prints: each value with its origin.
[[nodiscard]] std::string origins_text(const Request& request);

}  // namespace heed::cli
