#include "harness/util/file.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/util/assert.h"
#include "harness/util/descriptor.h"
#include "harness/util/format.h"

namespace heed::util {
namespace {

Error failure(const char* what, const std::filesystem::path& path, int code) {
  return {what, path.string(), std::generic_category().message(code), ""};
}

/// Writes all of TEXT and syncs; returns an errno code, 0 if none.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t size = ::write(descriptor, text.data(), text.size());
    if (size < 0 && errno != EINTR) {
      return errno;
    }
    text.remove_prefix(size < 0 ? 0 : static_cast<std::size_t>(size));
  }
  // EINVAL: a device or a pipe, which keeps nothing.
  return ::fsync(descriptor) == 0 || errno == EINVAL ? 0 : errno;
}

// Writes and closes; 0 or an error number.
int fill(Descriptor file, std::string_view text) {
  if (!file.is_open()) {
    return errno;
  }
  const int code = write_all(file.number(), text);
  const int close_code = file.close();
  return code != 0 ? code : close_code;
}

// 0 or an error number.
int replace_file(const std::filesystem::path& path, std::string_view text) {
  // The process id keeps two writers of one path apart.
  std::filesystem::path beside = path;
  beside += format(".{}.tmp", ::getpid());
  Descriptor file(
      ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!file.is_open()) {
    return errno;
  }
  int code = fill(std::move(file), text);
  if (code == 0 && std::rename(beside.c_str(), path.c_str()) != 0) {
    code = errno;
  }
  if (code != 0) {
    ::unlink(beside.c_str());
  }
  return code;
}

}  // namespace

Result<std::string> read_file(const std::filesystem::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) {
    return tl::unexpected(failure("cannot read", path, errno));
  }
  std::string text;
  std::size_t size = 0;
  for (;;) {
    text.resize(size + (1U << 16U));
    const ssize_t got =
        ::read(file.number(), text.data() + size, text.size() - size);
    if (got < 0 && errno != EINTR) {
      return tl::unexpected(failure("cannot read", path, errno));
    }
    if (got == 0) {
      text.resize(size);
      return text;
    }
    size += got < 0 ? 0 : static_cast<std::size_t>(got);
  }
}

Result<void> write_file(const std::filesystem::path& path,
                        std::string_view text) {
  std::error_code failed;
  const auto status = std::filesystem::status(path, failed);
  int code = 0;
  if (std::filesystem::is_regular_file(status)) {
    // Behind a symbolic link it is the file that is replaced.
    const auto file = std::filesystem::canonical(path, failed);
    code = failed ? failed.value() : replace_file(file, text);
  } else if (std::filesystem::exists(status)) {
    code = fill(Descriptor(::open(path.c_str(), O_WRONLY | O_CLOEXEC)), text);
  } else {
    code = replace_file(path, text);
  }
  if (code != 0) {
    return tl::unexpected(failure("cannot write", path, code));
  }
  return {};
}

Result<void> make_folder(const std::filesystem::path& path) {
  std::error_code code;
  std::filesystem::create_directories(path, code);
  if (!code && !std::filesystem::is_directory(path, code)) {
    code = std::make_error_code(std::errc::not_a_directory);
  }
  if (code) {
    return tl::unexpected(
        Error{"cannot make folder", path.string(), code.message(), ""});
  }
  return {};
}

TemporaryFolder::TemporaryFolder(std::string_view prefix) {
  std::error_code code;
  const std::filesystem::path base = std::filesystem::temp_directory_path(code);
  ASSERT(!code);
  std::string pattern = (base / (std::string(prefix) + "-XXXXXX")).string();
  ASSERT(::mkdtemp(pattern.data()) != nullptr);
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace heed::util
