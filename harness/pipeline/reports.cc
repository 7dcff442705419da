#include "harness/pipeline/reports.h"

#include <array>
#include <sstream>

#include "harness/metrics/metrics.h"
#include "harness/metrics/text.h"
#include "harness/report/reporters.h"
#include "harness/util/assert.h"
#include "harness/util/file.h"

namespace heed::pipeline {
namespace {

/// A report that goes to a file: which option names it, who makes its text.
struct FileReport {
  std::string_view reporter;
  std::filesystem::path Options::*file;
};

constexpr std::array kFileReports = {
    FileReport{"junit", &Options::junit},
    FileReport{"markdown", &Options::summary},
};

}  // namespace

std::string report_text(std::string_view name, const core::RunRecord& record) {
  const report::ReporterRow* row = report::find_reporter(name);
  ASSERT(row != nullptr);
  std::ostringstream out;
  row->make()->write(record, out);
  return out.str();
}

void write_reports(const Options& options, const std::filesystem::path& out,
                   const Services& services, core::RunRecord& record) {
  const auto write = [&](const std::filesystem::path& file,
                         const std::string& text) {
    const util::Result<void> written = util::write_file(file, text);
    if (!written) {
      services.progress.error(written.error().text());
      record.exit_codes.erase(core::ExitCode::conforms);
      record.exit_codes.insert(core::ExitCode::inconclusive);
    }
  };
  for (const FileReport& row : kFileReports) {
    if (!(options.*row.file).empty()) {
      write(options.*row.file, report_text(row.reporter, record));
    }
  }
  if (!options.metrics.empty()) {
    write(options.metrics, metrics::text(metrics::families(record)));
  }
  // Last, so that it holds the codes that the other reports led to.
  write(out / "report.json", report_text("json", record));
}

}  // namespace heed::pipeline
