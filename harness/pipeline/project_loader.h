#pragma once

#include "harness/core/project.h"
#include "harness/pipeline/failure.h"
#include "harness/pipeline/options.h"

namespace heed::pipeline {

/// Finds and reads the project: the file that was named, or the nearest
/// heed.json from the chosen folder upwards, with the files of its modules.
/// Errors: usage, all problems at once.
[[nodiscard]] Attempt<core::Project> load_project(const Options& options);

/// The output folder of a run, absolute.
[[nodiscard]] std::filesystem::path out_folder(const Options& options,
                                               const core::Project& project);

}  // namespace heed::pipeline
