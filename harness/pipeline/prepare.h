#pragma once

#include <memory>

#include "harness/core/plan.h"
#include "harness/core/project.h"
#include "harness/core/target.h"
#include "harness/pipeline/failure.h"
#include "harness/pipeline/options.h"
#include "harness/pipeline/services.h"
#include "harness/record/history.h"

namespace heed::pipeline {

/// Everything that is fixed before anything is built. PROJECT outlives it.
struct Prepared {
  const core::Project& project;
  core::Slice slice;
  std::filesystem::path out;
  core::Identity identity;
  core::Expansion expansion;
};

/// The slice that OPTIONS ask for: a declared one, with what was given on the
/// command line in place of its own values. Errors: usage.
[[nodiscard]] Attempt<core::Slice> chosen_slice(const Options& options,
                                                const core::Project& project);

/// The target that the project names. It keeps references to SERVICES.
/// Errors: inconclusive (the output folder cannot be used).
[[nodiscard]] Attempt<std::unique_ptr<core::Target>> open_target(
    const Options& options, const core::Project& project,
    const Services& services);

/// Loads the project, asks the target for its identity, expands the matrix and
/// applies the selection. Errors: usage; inconclusive when the toolchain
/// cannot be asked.
[[nodiscard]] Attempt<Prepared> prepare(const Options& options,
                                        const core::Project& project,
                                        core::Target& target);

/// The history in the output folder, made if there is none. Errors:
/// inconclusive.
[[nodiscard]] Attempt<record::History> open_history(
    const std::filesystem::path& out);

/// The plan for what PREPARED holds and what HISTORY knows of it.
[[nodiscard]] Attempt<core::Plan> make_plan(const Prepared& prepared,
                                            record::History& history);

}  // namespace heed::pipeline
