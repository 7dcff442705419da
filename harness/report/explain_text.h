#pragma once

#include <string>
#include <vector>

#include "harness/core/project.h"
#include "harness/core/run_record.h"

namespace heed::report {

/// What is known of a cell: what was planned, and what came of it, if it ran.
struct ExplainedCell {
  const core::Cell& cell;
  const core::CellResult* result = nullptr;  ///< null: it has not run
  const core::BuildResult* build = nullptr;  ///< null: it was not built
};

/// For each setting requested → passed → cached → loaded, with the origin of
/// the value; then for each module which rule decided, why no earlier one did,
/// and how it behaved. Text ends in a newline.
[[nodiscard]] std::string explain_cell(const core::Project& project,
                                       const ExplainedCell& explained);

/// Where SETTING is declared, how it is applied and which rules read it.
[[nodiscard]] std::string explain_setting(const core::Project& project,
                                          const core::Setting& setting);

/// MODULE's settings and claims, and how many of CELLS each rule decides.
[[nodiscard]] std::string explain_module(const core::Project& project,
                                         const core::Module& module,
                                         const std::vector<core::Cell>& cells);

}  // namespace heed::report
