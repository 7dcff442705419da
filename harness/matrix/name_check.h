#pragma once

#include <string>
#include <vector>

#include "harness/core/condition.h"
#include "harness/core/project.h"
#include "harness/matrix/document.h"

namespace heed::matrix {

/// What a condition may name, beyond the settings of its project.
struct Scope {
  std::vector<std::string> facts;  ///< "@target" …
  bool has_self = false;           ///< about one module: `self.` may be used
  bool checks_values = true;       ///< values must be among those declared
};

/// The places where conditions stand.
[[nodiscard]] const Scope& exclude_scope();    ///< `exclude`, `depends_on`
[[nodiscard]] const Scope& rule_scope();       ///< `when` of an expectation
[[nodiscard]] const Scope& effect_scope();     ///< of effects and bounds
[[nodiscard]] const Scope& selection_scope();  ///< selections: every fact

/// What is wrong with the names and values of CONDITION, one message each:
/// names of which nothing exists (with the nearest that do), facts that are
/// not known there, values that are not declared.
[[nodiscard]] std::vector<std::string> check_names(
    const core::Condition& condition, const core::Project& project,
    const Scope& scope);

/// The condition that TEXT at POINTER of DOCUMENT says; complaints go to
/// DOCUMENT. What cannot be parsed becomes the condition that always holds.
[[nodiscard]] core::Condition read_condition(Document& document,
                                             const std::string& pointer,
                                             const std::string& text,
                                             const core::Project& project,
                                             const Scope& scope);

}  // namespace heed::matrix
