#pragma once

#include <string>

#include "harness/core/project.h"

namespace heed::judge {

/// What a violated claim says about the setting behind it.
struct Symptom {
  const core::Values& values;  ///< of the cell
  const std::string& module;
  const core::Decision& expected;
  const core::Decision* observed;  ///< null when it was not printed
};

/// The setting to blame: one that the rule behind the expected decision names
/// and whose flip alone changes what is expected; where the rule names none,
/// one of the rule that the module followed instead. "" when no setting can be
/// named. A refusal is demanded by the settings of the later stage.
[[nodiscard]] std::string blamed_setting(const core::Project& project,
                                         const Symptom& symptom);

}  // namespace heed::judge
