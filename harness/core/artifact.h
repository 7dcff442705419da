#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/core/cell.h"
#include "harness/core/suite.h"

namespace heed::core {

/// What one build left: the values asked for and settled on, evidence as text
/// for rungs R1 to R5, and the suites found.
struct Artifact {
  std::string build;  ///< id of the BuildSpec
  std::filesystem::path folder;
  bool built = false;        ///< false: configuring or building failed
  std::string failed_step;   ///< "configure" or "build"
  std::string failure;       ///< one line with the log to read
  bool unavailable = false;  ///< a tool is missing: inconclusive, not a failure
  double configure_seconds = 0;
  double build_seconds = 0;
  std::vector<EvidenceFile> evidence;
  std::vector<Suite> suites;
  std::map<std::string, std::string> digests;  ///< SHA-256 by suite name

  bool operator==(const Artifact&) const = default;
};

}  // namespace heed::core
