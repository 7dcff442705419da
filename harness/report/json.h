#pragma once

#include <memory>

#include "harness/core/reporter.h"
#include "harness/core/run_record.h"
#include "harness/util/json.h"

namespace heed::report {

/// report.json, "schema": "heed-report-1": the run, complete, so that every
/// other format is rendered from it alone and nothing is run again.
///
/// Absent keys have their default. Counts that can exceed 2^53 are strings of
/// digits. Text that is not UTF-8 has U+FFFD in place of the bad bytes; the
/// original bytes stay in the logs. The order is that of the record, so two
/// equal runs differ in times and run id only.
///
/// Rejected: SQLite alone. A report travels as an artefact of a CI job.
[[nodiscard]] util::Json report_json(const core::RunRecord& record);

/// The inverse: every format renders the same from the result. A cell's
/// setting declarations are in `declared` only.
/// Errors: another schema, or a value of another shape, with its JSON pointer.
[[nodiscard]] util::Result<core::RunRecord> run_record_from_report(
    const util::Json& json);

[[nodiscard]] std::unique_ptr<core::Reporter> make_json_reporter();

}  // namespace heed::report
