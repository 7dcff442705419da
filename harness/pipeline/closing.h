#pragma once

#include "harness/core/run_record.h"
#include "harness/pipeline/failure.h"
#include "harness/pipeline/prepare.h"

namespace heed::pipeline {

/// A record with its id and everything known before work starts, begun in
/// HISTORY. Errors: inconclusive, when it cannot be stored.
[[nodiscard]] Attempt<core::RunRecord> open_record(const Prepared& prepared,
                                                   const core::Plan& plan,
                                                   const Services& services,
                                                   record::History& history);

/// Fills in what follows from the cells and the findings: counts, times, and
/// every exit code that applies after what OPTIONS allow. Cells that do not
/// add up are an internal error, in the record.
void close_record(const Options& options, const Services& services,
                  core::RunRecord& record);

/// Stores the closed record. Errors: inconclusive.
[[nodiscard]] Attempt<void> store_record(record::History& history,
                                         const core::RunRecord& record);

}  // namespace heed::pipeline
