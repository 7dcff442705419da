#pragma once

#include <set>
#include <string>
#include <vector>

#include "harness/core/plan.h"
#include "harness/core/project.h"
#include "harness/pipeline/fault.h"

namespace heed::pipeline {

/// The slice in which FAULT's findings can show: the full product of the
/// global settings and of the overrides of the modules that it names.
[[nodiscard]] core::Slice slice_for(const core::Project& project,
                                    const Fault& fault);

/// The ids of the cells that can tell FAULT from the clean tree: for each
/// demanded finding the cell of its context, its partners that differ in the
/// named setting, and the neighbours that a relative bound compares with.
/// Errors: a context names a setting or a value that does not exist.
[[nodiscard]] util::Result<std::set<std::string>> cells_for(
    const core::Project& project, const std::vector<core::Cell>& cells,
    const Fault& fault);

}  // namespace heed::pipeline
