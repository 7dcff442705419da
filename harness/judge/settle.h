#pragma once

#include "harness/core/run_record.h"

namespace heed::judge {

/// Sets status, class and reason of RESULT from its verdicts and cases: failed
/// if any is, else inconclusive if any claim is, else passed.
void settle(core::CellResult& result);

}  // namespace heed::judge
