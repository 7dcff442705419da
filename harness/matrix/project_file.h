#pragma once

#include <filesystem>

#include <tl/expected.hpp>

#include "harness/core/project.h"
#include "harness/matrix/document.h"

namespace heed::matrix {

/// The schemas of the files that a project writes.
struct Schemas {
  util::Json heed;          ///< heed-1.schema.json
  util::Json settings;      ///< settings-1.schema.json
  util::Json expectations;  ///< expectations-1.schema.json
};

/// Reads heed.json at FILE and, below its folder, for each module
/// `<folder>/<module>.expectations.json` or `<folder>/expectations.json` and
/// `<folder>/settings.json`; these may be absent, and a folder with several
/// modules has the first form only. READ gives the text of a path.
/// Errors: everything that is wrong, at once; `which` is file and line, `where`
/// the JSON pointer, `why` what was expected.
[[nodiscard]] tl::expected<core::Project, Errors> parse_project(
    const std::filesystem::path& file, const FileReader& read,
    const Schemas& schemas);

}  // namespace heed::matrix
