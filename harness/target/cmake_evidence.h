#pragma once

#include <stop_token>
#include <vector>

#include "harness/core/project.h"
#include "harness/core/suite.h"
#include "harness/target/cmake_configure.h"
#include "harness/target/preprocessed_texts.h"

namespace heed::target {

/// Leaves the evidence of a finished build (rungs R1 to R5) as text in its
/// logs: configure command, cache, and for each module config header, compile
/// commands, preprocessed text, objects with their symbols. What a project
/// does not have is absent. Old text is kept where no object is newer; TEXTS
/// has what other builds gave. JOBS modules at a time.
/// Errors: heed itself cannot write.
[[nodiscard]] util::Result<std::vector<core::EvidenceFile>> collect_evidence(
    util::CommandRunner& runner, const BuildTree& tree,
    const std::filesystem::path& real_folder,
    const std::vector<core::Module>& modules, PreprocessedTexts& texts,
    int jobs, const std::stop_token& stop);

}  // namespace heed::target
