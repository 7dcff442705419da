#pragma once

#include <string>

#include "harness/core/artifact.h"
#include "harness/core/cell.h"

namespace heed::plan {

/// What makes a result reusable: SHA-256 over each suite's name, kind, digest
/// and command, the command line of BOOT, and JUDGE_VERSION. Paths below the
/// artifact's folder are taken relative to it, so that equal binaries in
/// another folder have the same fingerprint; the order of suites is no part.
[[nodiscard]] std::string fingerprint(const core::Artifact& artifact,
                                      const core::Boot& boot,
                                      const std::string& judge_version);

}  // namespace heed::plan
