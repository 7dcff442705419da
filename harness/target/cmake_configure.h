#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "harness/core/cell.h"
#include "harness/util/command.h"

namespace heed::target {

/// Where one build is made. SOURCE and FOLDER have plain names and may lead
/// through a link that vanishes with the target; LOGS lasts.
struct BuildTree {
  std::filesystem::path source;
  std::filesystem::path folder;
  std::filesystem::path logs;  ///< <build folder>/heed-logs
};

/// How a step of a build ended. `failure` is empty when it went well.
struct StepResult {
  double seconds = 0;
  std::string failure;       ///< "cmake exited 1 (log: …)"
  bool unavailable = false;  ///< a tool is missing, or it was interrupted
};

/// The configure command: the preset, then every value of SPEC that passes
/// something on, defaults included, so that nothing old in a cache survives.
[[nodiscard]] std::vector<std::string> configure_words(
    const core::BuildSpec& spec, const BuildTree& tree, bool use_ccache);

/// What cmake, ninja and ccache get besides our environment; the two folders
/// are left out of ccache's hash, so that builds share objects.
[[nodiscard]] std::map<std::string, std::string> build_environment(
    const BuildTree& tree);

/// Runs cmake, unless the tree was configured by equal WORDS and FRESH is not
/// asked for; ninja runs cmake again by itself when its inputs change.
/// Errors: a full disk, no permission.
[[nodiscard]] util::Result<StepResult> configure(
    util::CommandRunner& runner, const BuildTree& tree,
    const std::vector<std::string>& words, bool fresh, std::stop_token stop);

/// Builds everything with JOBS processors. Errors: as configure().
[[nodiscard]] util::Result<StepResult> compile(util::CommandRunner& runner,
                                               const BuildTree& tree, int jobs,
                                               std::stop_token stop);

}  // namespace heed::target
