#pragma once

#include "harness/core/plan.h"
#include "harness/util/error.h"
#include "harness/util/json.h"

namespace heed::plan {

/// plan.json, "schema": "heed-plan-1". The declarations of the build settings
/// stand once, not in each cell. Counts that can exceed 2^53 are strings of
/// digits: readers that hold numbers as doubles would round them.
[[nodiscard]] util::Json to_json(const core::Plan& plan);

/// The reverse. Errors: another schema, a key that is missing or of another
/// type, a digest that is not that of the cells, counts that do not add up.
[[nodiscard]] util::Result<core::Plan> plan_from_json(const util::Json& json);

}  // namespace heed::plan
