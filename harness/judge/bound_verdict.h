#pragma once

#include <string>

#include "harness/core/project.h"
#include "harness/core/run_record.h"

namespace heed::judge {

/// What EFFECT demands of OBSERVABLE, against what the module of DECISION did
/// in its boot; REFERENCE is the neighbour's value for a relative bound. A
/// violation is named by what was expected: work in spite of a skip, more or
/// less work than declared, or a pass that executed nothing.
[[nodiscard]] core::Verdict judge_bound(const core::CellResult& result,
                                        const core::ModuleDecision& decision,
                                        const core::Effect& effect,
                                        const std::string& observable,
                                        double reference = 0);

}  // namespace heed::judge
