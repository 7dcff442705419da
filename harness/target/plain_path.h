#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "harness/util/error.h"

namespace heed::target {

/// Whether build tools take PATH as it is: CMake configures nothing in a
/// folder with `;` in its path, and spaces or `$` get lost in lists.
[[nodiscard]] bool is_plain(std::string_view path);

/// A folder under a name that build tools take: the folder itself if its path
/// is plain, else a symbolic link to it in a private folder of the system's
/// temporary folder, removed with this object. The name depends on nothing but
/// the folder and the user, so that a build tree finds its source again.
class PlainPath {
 public:
  /// FOLDER exists. Errors: the link cannot be made, or somebody else's file
  /// is in its place.
  [[nodiscard]] static util::Result<PlainPath> make(
      const std::filesystem::path& folder);

  ~PlainPath();
  PlainPath(PlainPath&& other) noexcept;
  PlainPath& operator=(PlainPath&&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  PlainPath() = default;

  std::filesystem::path path_;
  std::filesystem::path link_;  // to be removed; empty when it is not ours
};

}  // namespace heed::target
