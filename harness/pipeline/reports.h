#pragma once

#include <filesystem>

#include "harness/core/run_record.h"
#include "harness/pipeline/options.h"
#include "harness/util/error.h"

namespace heed::pipeline {

/// Writes report.json into OUT and every other report that OPTIONS name. One
/// that cannot be written does not stop the others; each is returned as an
/// error, and the record then also ends as `inconclusive`.
std::vector<util::Error> write_reports(const Options& options,
                                       const std::filesystem::path& out,
                                       core::RunRecord& record);

/// The text of RECORD in the format NAME, a row of report/reporters.cc.
[[nodiscard]] std::string report_text(std::string_view name,
                                      const core::RunRecord& record);

}  // namespace heed::pipeline
