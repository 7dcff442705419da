#pragma once

#include "harness/core/run_record.h"
#include "harness/pipeline/prepare.h"

namespace heed::pipeline {

/// Writes cells/<id>/{requested,effective,observations,verdicts}.json. BUILD
/// may be null when the cell has none; JSON is that of RESULT. Errors: full
/// disk, no permission.
[[nodiscard]] util::Result<void> write_cell_files(
    const Prepared& prepared, const core::CellResult& result,
    const core::BuildResult* build, util::Json json);

}  // namespace heed::pipeline
