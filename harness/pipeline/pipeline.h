#pragma once

#include "harness/core/run_record.h"
#include "harness/pipeline/failure.h"
#include "harness/pipeline/options.h"
#include "harness/pipeline/services.h"

namespace heed::pipeline {

/// The whole line, once: matrix, plan, build, run, observe, judge, record,
/// report. The record is complete in the output folder when it returns; a
/// finding, a failed build or an interruption is part of the record, not an
/// error. Errors: usage (project, selection, too many cells), inconclusive
/// (the output folder cannot be used, the toolchain cannot be asked).
[[nodiscard]] Attempt<core::RunRecord> run(const Options& options,
                                           const Services& services);

/// Judges the last run again, from its stored observations; builds nothing.
[[nodiscard]] Attempt<core::RunRecord> check(const Options& options,
                                             const Services& services);

}  // namespace heed::pipeline
