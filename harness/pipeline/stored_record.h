#pragma once

#include <filesystem>

#include "harness/core/run_record.h"
#include "harness/pipeline/failure.h"

namespace heed::pipeline {

/// The last run that ended in the output folder, with every observation: its
/// report and, from history, its cells. Errors: nothing-ran, when none did;
/// inconclusive, when it cannot be read.
[[nodiscard]] Attempt<core::RunRecord> stored_record(
    const std::filesystem::path& out);

/// Takes what its cells observed out of a judged RECORD: megabytes that no
/// report shows, and that lie in state.db and cells/<id>/.
void drop_details(core::RunRecord& record);

}  // namespace heed::pipeline
