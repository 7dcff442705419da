#include "harness/target/preprocessed_texts.h"

#include <algorithm>
#include <vector>

#include "harness/util/hash.h"

namespace heed::target {
namespace {

using Path = std::filesystem::path;

/// The flags of a line marker, `# 12 "FILE" FLAGS…`, behind the name.
std::string_view marker_flags(std::string_view line) {
  const std::size_t end = line.rfind('"');
  return end == std::string_view::npos ? "" : line.substr(end + 1);
}

bool is_marker(std::string_view line) {
  return line.size() > 3 && line.starts_with("# ") && line[2] >= '0' &&
         line[2] <= '9';
}

/// The files in FOLDER and below, sorted.
std::vector<Path> files_in(const Path& folder) {
  std::vector<Path> files;
  std::error_code code;
  for (std::filesystem::recursive_directory_iterator it(folder, code), end;
       !code && it != end; it.increment(code)) {
    if (it->is_regular_file(code)) {
      files.push_back(it->path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool is_within(const Path& path, const Path& folder) {
  const std::string below = path.lexically_relative(folder).string();
  return !below.empty() && !below.starts_with("..");
}

/// The path within BUILD that WORD names, as "-I/…" does; empty if none.
Path named_path(const std::string& word, const Path& build) {
  const std::size_t begin = word.find(build.string());
  return begin == std::string::npos ? Path() : Path(word.substr(begin));
}

}  // namespace

std::string without_system_headers(std::string_view text) {
  std::string own;
  bool is_system = false;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    if (is_marker(line)) {
      is_system = marker_flags(line).find('3') != std::string_view::npos;
    }
    if (!is_system && !is_marker(line) && !line.empty()) {
      own.append(line).push_back('\n');
    }
  }
  return own;
}

std::optional<std::string> PreprocessedTexts::key(const CompileCommand& command,
                                                  const Path& build,
                                                  const Path& source) {
  std::string key = normalised_text({command}, build, source);
  for (const std::string& word : command.words) {
    const Path path = named_path(word, build);
    if (path.empty() || path == command.object) {
      continue;
    }
    std::error_code code;
    if (std::filesystem::is_directory(path, code)) {
      if (is_within(command.object, path)) {
        return std::nullopt;
      }
      for (const Path& file : files_in(path)) {
        const auto digest = util::sha256_file(file);
        key += file.lexically_relative(path).string() + " " +
               (digest ? *digest : std::string("unreadable")) + "\n";
      }
    } else if (std::filesystem::is_regular_file(path, code)) {
      const auto digest = util::sha256_file(path);
      if (!digest) {
        return std::nullopt;
      }
      key += *digest + "\n";
    }
  }
  return util::sha256_hex(key);
}

std::optional<std::string> PreprocessedTexts::find(
    const std::string& key) const {
  const std::scoped_lock lock(mutex_);
  const auto found = texts_.find(key);
  if (found == texts_.end()) {
    return std::nullopt;
  }
  return found->second;
}

void PreprocessedTexts::put(const std::string& key, const std::string& text) {
  const std::scoped_lock lock(mutex_);
  texts_.emplace(key, text);
}

}  // namespace heed::target
