#include "harness/report/reporters.h"

#include <algorithm>
#include <array>

#include "harness/report/annotations.h"
#include "harness/report/console.h"
#include "harness/report/json.h"
#include "harness/report/junit.h"
#include "harness/report/markdown.h"

namespace heed::report {
namespace {

const std::array kReporters = {
    ReporterRow{"console", "", [] { return make_console_reporter(); }},
    ReporterRow{"json", "", &make_json_reporter},
    ReporterRow{"junit", "--junit", &make_junit_reporter},
    ReporterRow{"markdown", "--summary",
                [] { return make_markdown_reporter(); }},
    ReporterRow{"annotations", "--annotations", &make_annotations_reporter},
};

}  // namespace

std::span<const ReporterRow> reporters() { return kReporters; }

const ReporterRow* find_reporter(std::string_view name) {
  const auto* const row = std::find_if(
      kReporters.begin(), kReporters.end(),
      [&](const ReporterRow& other) { return other.name == name; });
  return row == kReporters.end() ? nullptr : row;
}

}  // namespace heed::report
