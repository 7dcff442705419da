#include "harness/target/preprocessed_texts.h"

#include <algorithm>
#include <array>
#include <vector>

#include "harness/util/hash.h"

namespace heed::target {
namespace {

using Path = std::filesystem::path;

bool is_marker(std::string_view line) {
  return line.size() > 3 && line.starts_with("# ") && line[2] >= '0' &&
         line[2] <= '9';
}

bool is_within(const Path& path, const Path& folder) {
  const std::string below = path.lexically_relative(folder).string();
  return !below.empty() && !below.starts_with("..");
}

/// Whether a line marker, `# 12 "FILE" FLAGS…`, says that a system header
/// follows. A file of OWN is the project's whatever the compiler was told.
bool opens_system_header(std::string_view marker, std::span<const Path> own) {
  const std::size_t begin = marker.find('"');
  const std::size_t end = marker.rfind('"');
  if (begin == end || marker.find('3', end) == std::string_view::npos) {
    return false;
  }
  const Path file(marker.substr(begin + 1, end - begin - 1));
  return std::none_of(own.begin(), own.end(), [&](const Path& folder) {
    return is_within(file, folder);
  });
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

/// Options that name a file or a folder to read, with or without a space.
constexpr std::array<std::string_view, 8> kReads = {
    "-isystem", "-iquote",    "-idirafter", "-include",
    "-imacros", "--sysroot=", "-I",         "@"};

/// What WORD of a command run in FOLDER names, if it names anything.
Path named_path(std::string_view word, const Path& folder) {
  for (const std::string_view option : kReads) {
    if (word.starts_with(option)) {
      word.remove_prefix(option.size());
      break;
    }
  }
  return word.empty() ? Path() : (folder / word).lexically_normal();
}

}  // namespace

std::string without_system_headers(std::string_view text,
                                   std::span<const Path> own_folders) {
  std::string own;
  bool is_system = false;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    if (is_marker(line)) {
      is_system = opens_system_header(line, own_folders);
    } else if (!is_system && !line.empty()) {
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
    // A macro may be what a file includes.
    if (word.starts_with("-D") &&
        word.find(build.string()) != std::string::npos) {
      return std::nullopt;
    }
    const Path path = named_path(word, command.folder);
    if (path == command.object || (path != build && !is_within(path, build))) {
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
