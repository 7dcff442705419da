#pragma once

#include "harness/core/project.h"
#include "harness/util/error.h"
#include "harness/util/json.h"

namespace heed::matrix {

/// Reads what an observable may be: a number, "pass", "< N", "<= N", ">= N",
/// "N..M", or an operator and "CONDITION [+ N]" for the neighbouring cell.
/// Errors: none of these; `why` says what was expected.
[[nodiscard]] util::Result<core::Bound> parse_bound(const util::Json& json);

}  // namespace heed::matrix
