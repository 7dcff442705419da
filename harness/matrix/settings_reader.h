#pragma once

#include <string>

#include "harness/core/project.h"
#include "harness/matrix/document.h"

namespace heed::matrix {

/// Appends the settings that heed.json declares, each followed by its
/// overrides in the order of PROJECT's modules. `inherit` and `unset` are
/// values like any other here; they pass nothing on when they are applied.
/// REQUIRES: DOCUMENT is valid, the modules are read.
void read_settings(Document& document, core::Project& project);

/// Appends the settings of the modules in FOLDER from its settings.json.
/// REQUIRES: DOCUMENT is valid, heed.json's settings are read.
void read_own_settings(Document& document, const std::string& folder,
                       core::Project& project);

/// Checks each `depends_on` of the settings that DOCUMENT declares.
/// REQUIRES: all settings are read, since it may name any of them.
void check_dependencies(Document& document, const core::Project& project);

}  // namespace heed::matrix
