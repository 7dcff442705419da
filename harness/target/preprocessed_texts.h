#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "harness/target/compile_command.h"

namespace heed::target {

/// What the project's own files contribute to TEXT, the output of a
/// preprocessor with line markers: without these, without empty lines, and
/// without what comes from system headers, which is a hundred times the rest.
/// A file in OWN_FOLDERS is no system header, however it is included.
[[nodiscard]] std::string without_system_headers(
    std::string_view text, std::span<const std::filesystem::path> own_folders);

/// Preprocessed texts of this run by what they depend on, since most
/// compilations are the same in many builds. Any thread may call.
class PreprocessedTexts {
 public:
  /// Everything that can make the text of COMMAND another one in BUILD than in
  /// the next build of the same SOURCE: its words, and what they name within
  /// BUILD. Nullopt where that cannot be told: a folder to include from
  /// that holds the object as well, a macro with a path of BUILD.
  [[nodiscard]] static std::optional<std::string> key(
      const CompileCommand& command, const std::filesystem::path& build,
      const std::filesystem::path& source);

  [[nodiscard]] std::optional<std::string> find(const std::string& key) const;
  void put(const std::string& key, const std::string& text);

 private:
  mutable std::mutex mutex_;  ///< guards texts_
  std::map<std::string, std::string> texts_;
};

}  // namespace heed::target
