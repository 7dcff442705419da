#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "harness/util/error.h"

namespace heed::target {

/// One entry of compile_commands.json, its command split into words.
struct CompileCommand {
  std::filesystem::path folder;
  std::filesystem::path source;
  std::filesystem::path object;  ///< absolute; empty without `-o`
  std::vector<std::string> words;

  bool operator==(const CompileCommand&) const = default;
};

/// The words of TEXT by the quoting rules of a POSIX shell, without any
/// expansion; an unfinished quote ends with the text.
[[nodiscard]] std::vector<std::string> shell_words(std::string_view text);

/// The entries, sorted by source and object. Errors: not such a JSON text.
[[nodiscard]] util::Result<std::vector<CompileCommand>> parse_compile_commands(
    std::string_view text);

/// Whether SOURCE is part of MODULE: below FOLDER, with a stem that is the
/// module's name or begins with it and `_`, and neither test nor benchmark.
/// Where OTHERS has a longer name that fits as well, that module owns it.
[[nodiscard]] bool is_source_of(const std::filesystem::path& source,
                                std::string_view module,
                                const std::filesystem::path& folder,
                                const std::vector<std::string>& others);

/// The same compilation, but only preprocessed, to standard output.
[[nodiscard]] std::vector<std::string> preprocess_words(
    const CompileCommand& command);

/// COMMANDS one a line, shell-quoted, with `<build>` and `<source>` for the two
/// folders, so that equal text means equal compilation in any build folder.
[[nodiscard]] std::string normalised_text(
    const std::vector<CompileCommand>& commands,
    const std::filesystem::path& build, const std::filesystem::path& source);

}  // namespace heed::target
