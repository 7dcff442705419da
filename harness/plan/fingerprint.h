#pragma once

#include <string>

#include "harness/core/artifact.h"
#include "harness/core/cell.h"

namespace heed::plan {

/// What decides whether a result may be reused: the bytes of every suite's
/// program, how each is called, the command line, and VERSION, of what reads
/// the output. Paths of the build folder do not count.
[[nodiscard]] std::string fingerprint(const core::Artifact& artifact,
                                      const core::Boot& boot,
                                      const std::string& version);

}  // namespace heed::plan
