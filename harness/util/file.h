#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "harness/util/error.h"

namespace heed::util {

/// The whole file. Errors: absent, unreadable, a folder.
[[nodiscard]] Result<std::string> read_file(const std::filesystem::path& path);

/// Replaces the file as a whole: written beside it, synced, renamed, so that
/// a reader sees the old or the new text and a full disk loses nothing. What
/// is no file (a device, a pipe) is written to instead.
[[nodiscard]] Result<void> write_file(const std::filesystem::path& path,
                                      std::string_view text);

/// Makes the folder and its parents. Errors: not writable, a file in the way.
[[nodiscard]] Result<void> make_folder(const std::filesystem::path& path);

/// A fresh folder below the system's temporary folder, removed with the object.
class TemporaryFolder {
 public:
  /// REQUIRES: the system's temporary folder is writable.
  explicit TemporaryFolder(std::string_view prefix = "heed");
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace heed::util
