#pragma once

#include <string>

#include "harness/core/project.h"
#include "harness/matrix/document.h"

namespace heed::matrix {

/// Fills the effects and equalities of MODULE from its expectations.json.
/// REQUIRES: DOCUMENT is valid; PROJECT has its settings and rules.
void read_expectations(Document& document, const core::Project& project,
                       core::Module& module);

}  // namespace heed::matrix
