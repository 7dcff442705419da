#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "harness/util/error.h"

namespace heed::pipeline {

/// Makes COPY equal to SOURCE, by content: files that differ are copied,
/// files and folders that SOURCE lacks are removed; what is equal keeps its
/// time stamp, so that a build in the copy stays up to date. The names in
/// LEAVE_OUT are neither copied nor removed, at the top level.
/// Errors: unreadable source, full disk, no permission.
[[nodiscard]] util::Result<void> mirror_tree(
    const std::filesystem::path& source, const std::filesystem::path& copy,
    const std::set<std::string>& leave_out);

}  // namespace heed::pipeline
