#pragma once

#include <vector>

#include "harness/core/target.h"
#include "harness/util/command.h"

namespace heed::target {

/// How one suite of one cell is started, and the files that it leaves.
struct SuiteCommand {
  util::Command command;
  std::vector<core::EvidenceFile> files;  ///< read even when they are empty:
                                          ///< no output is a fact, too
  std::vector<core::EvidenceFile> optional_files;  ///< only where they exist
};

/// By the suite's kind. OURS are the names of our own environment: those that
/// would steer the frameworks are withheld, so that a person's GTEST_FILTER
/// does not empty a matrix. REQUIRES: the suite's command is not empty.
[[nodiscard]] SuiteCommand suite_command(const core::SuiteRun& run,
                                         const std::vector<std::string>& ours);

/// The command that lists what a suite must report, into OUTPUT, and the kind
/// of that evidence; no words for kinds that cannot be asked.
struct ListCommand {
  std::vector<std::string> words;
  std::string kind;
};
[[nodiscard]] ListCommand list_command(const core::Suite& suite);

/// The names among OURS that steer a test framework.
[[nodiscard]] std::vector<std::string> steering_names(
    const std::vector<std::string>& ours);

}  // namespace heed::target
