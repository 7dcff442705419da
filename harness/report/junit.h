#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "harness/core/reporter.h"

namespace heed::report {

/// JUnit XML: one testsuite per cell and suite, `classname` = cell name and
/// suite, so that equal test names stay apart; the claims of the contract are
/// cases of the suite `contract`. What did not run is an error, never a skip;
/// a skip carries decision and reason. Well-formed for any input bytes.
[[nodiscard]] std::unique_ptr<core::Reporter> make_junit_reporter();

/// TEXT with what XML 1.0 cannot hold replaced by U+FFFD: bytes that are not
/// UTF-8, control characters but tab, newline and carriage return, U+FFFE and
/// U+FFFF.
[[nodiscard]] std::string xml_text(std::string_view text);

}  // namespace heed::report
