#pragma once

#include "harness/core/run_record.h"

namespace heed::judge {

/// Whether and how each suite of RESULT ended: adds verdicts for what could
/// not start, was stopped, ran past its limit, crashed, panicked or left
/// something behind, and the case `boot` of each boot.
void judge_health(core::CellResult& result);

/// True when SUITE ended by itself, so that what it printed can be judged.
[[nodiscard]] bool has_ended(const core::CellResult& result,
                             const core::SuiteOutput& suite);

}  // namespace heed::judge
