#pragma once

#include "harness/core/project.h"
#include "harness/core/run_record.h"

namespace heed::judge {

/// Adds the test cases of every conformance suite of RESULT, those expected
/// and missing included, and verdicts on suites that executed nothing or
/// cannot be read.
void judge_cases(const core::Project& project, core::CellResult& result);

/// Adds verdicts on every benchmark suite: no rows, errored, unreadable or
/// missing benchmarks.
void judge_benchmarks(const core::Project& project, core::CellResult& result);

}  // namespace heed::judge
