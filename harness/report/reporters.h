#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "harness/core/reporter.h"

namespace heed::report {

/// One report format.
struct ReporterRow {
  std::string_view name;    ///< as Reporter::name() says
  std::string_view option;  ///< that names its file; "" when it has none
  std::unique_ptr<core::Reporter> (*make)();
};

/// Every format, in the order in which they are written.
[[nodiscard]] std::span<const ReporterRow> reporters();

/// The row of NAME; nullptr when there is none.
[[nodiscard]] const ReporterRow* find_reporter(std::string_view name);

}  // namespace heed::report
