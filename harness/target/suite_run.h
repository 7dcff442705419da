#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "harness/core/artifact.h"
#include "harness/core/target.h"
#include "harness/util/command.h"

namespace heed::target {

/// Runs one suite in one cell and notes its command, shell-quoted, in
/// <folder>/commands.txt, once however often it runs. Files of an earlier run
/// of the suite are removed first. OURS as in suite_command.h.
/// Errors: the folder cannot be written.
[[nodiscard]] util::Result<core::SuiteOutput> run_suite(
    util::CommandRunner& runner, const core::Artifact& artifact,
    const core::SuiteRun& run, const std::vector<std::string>& ours,
    std::stop_token stop);

}  // namespace heed::target
