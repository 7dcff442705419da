#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/pipeline/failure.h"
#include "harness/pipeline/fault.h"
#include "harness/pipeline/options.h"
#include "harness/pipeline/services.h"

namespace heed::pipeline {

/// One seeded fault, tried.
struct FaultTrial {
  Fault fault;
  FaultOutcome outcome;
  std::size_t cells = 0;   ///< that can tell it from the clean tree
  std::size_t reused = 0;  ///< of these, known by fingerprint
  double seconds = 0;
};

struct Mutation {
  std::vector<core::Finding> clean;  ///< found without any fault: must be none
  std::vector<FaultTrial> trials;    ///< in the order of their names
  core::ExitCode code = core::ExitCode::conforms;
};

/// Hears of each trial as it ends.
using TrialHeard = std::function<void(const FaultTrial&)>;

/// The line over seeded faults: each patch of the modules' faults/ folders (or
/// those NAMED, "kdf/late-gate") is applied to a copy of the tree below the
/// output folder, the cells that can tell it are built and run there, and what
/// was found is held against what the patch demands. First the same cells of
/// the clean copy, where nothing may be found. Conforms only when every fault
/// is caught and the clean tree is clean.
/// Errors: usage (no such fault, a patch that does not apply or cannot be
/// read), inconclusive (the copy cannot be made, a build heed cannot start).
[[nodiscard]] Attempt<Mutation> mutate(const Options& options,
                                       std::span<const std::string> named,
                                       const Services& services,
                                       const TrialHeard& heard);

}  // namespace heed::pipeline
