#pragma once

#include "harness/core/plan.h"
#include "harness/util/json.h"

namespace heed::report {

/// plan.json, "schema": "heed-plan-1": the cells in order with their builds,
/// boots and explanations, and those left out.
[[nodiscard]] util::Json plan_json(const core::Plan& plan);

}  // namespace heed::report
