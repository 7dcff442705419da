#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/core/plan.h"
#include "harness/core/project.h"
#include "harness/util/error.h"

namespace heed::matrix {

/// Facts that only an earlier run knows (@status, @finding), by cell id: as
/// many sets of them as the cell has findings, at least one.
using CellFacts =
    std::map<std::string, std::vector<std::map<std::string, std::string>>>;

/// Keeps the cells of EXPANSION for which one of SELECTIONS holds; the others
/// become excluded as `deselected`. No selection keeps all of them; a
/// selection that no cell fulfils leaves none, which is no error here.
///
/// A selection is a condition in which a bare word is part of the cell name,
/// so the digits of an id will do. It may name settings and the facts @cell
/// @target @preset, those about a module (@module @decision @reason; it holds
/// if it holds for any module), and those of FACTS (if it holds for any set).
/// Errors: it cannot be parsed, or names nothing that exists (with the
/// nearest names).
[[nodiscard]] util::Result<core::Expansion> select(
    const core::Project& project, core::Expansion expansion,
    const std::vector<std::string>& selections, const CellFacts& facts = {});

/// The one cell of EXPANSION, left out or not, whose id begins with PREFIX.
/// Errors: fewer than 6 digits, none, or several (they are named).
[[nodiscard]] util::Result<core::Cell> find_cell(
    const core::Expansion& expansion, const std::string& prefix);

}  // namespace heed::matrix
