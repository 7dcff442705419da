#pragma once

#include <filesystem>

#include "harness/core/run_record.h"
#include "harness/pipeline/options.h"
#include "harness/pipeline/services.h"

namespace heed::pipeline {

/// Writes report.json into OUT and every other report that OPTIONS name. One
/// that cannot be written does not stop the others: SERVICES.progress hears of
/// it, and the record then also ends as `inconclusive`.
void write_reports(const Options& options, const std::filesystem::path& out,
                   const Services& services, core::RunRecord& record);

/// The text of RECORD in the format NAME, a row of report/reporters.cc.
[[nodiscard]] std::string report_text(std::string_view name,
                                      const core::RunRecord& record);

}  // namespace heed::pipeline
