#pragma once

#include <string>

#include "harness/core/plan.h"
#include "harness/core/project.h"
#include "harness/util/error.h"

namespace heed::matrix {

/// No run has more cells, whatever a slice allows.
inline constexpr std::uint64_t kMostCells = 1U << 20U;

/// Beyond so many, cells that do not run are counted but not listed.
inline constexpr std::uint64_t kMostListed = 4096;

/// The settings of PROJECT that have an axis in SLICE, in table order: the
/// global ones and those of the slice's modules (of all, if it names none).
[[nodiscard]] std::vector<core::Setting> axes_of(const core::Project& project,
                                                 const core::Slice& slice);

/// The cells of SLICE: those that its strategies choose and that no `exclude`,
/// `depends_on` or lack of means forbids; all other settings stay at their
/// default. Deterministic; table order, last setting fastest; no duplicates.
///
///   full     every combination
///   each     all at their default, and each other value alone
///   corners  all at their first value, and all at their last
///
/// Cells are counted before any is made.
/// Errors: an unknown module or strategy; more cells than slice.max_cells or
/// kMostCells; a product beyond 64 bits; rules too entangled to be counted.
[[nodiscard]] util::Result<core::Expansion> expand(
    const core::Project& project, const core::Slice& slice,
    const std::string& preset, const core::Identity& identity);

}  // namespace heed::matrix
