#include "harness/target/plain_path.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

#include "harness/util/format.h"
#include "harness/util/hash.h"

namespace heed::target {
namespace {

constexpr std::size_t kHashDigits = 12;

util::Error cannot_link(const std::filesystem::path& folder,
                        const std::string& why,
                        const std::filesystem::path& link) {
  return {"cannot give a plain name to", folder.string(), why,
          "link: " + link.string()};
}

// Private, so that nobody else decides where the link leads.
bool is_private_folder(const std::filesystem::path& folder) {
  struct stat status {};
  return lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
         status.st_uid == getuid() && (status.st_mode & 077U) == 0;
}

}  // namespace

bool is_plain(std::string_view path) {
  return std::all_of(path.begin(), path.end(), [](char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
           std::string_view("._/+-").find(letter) != std::string_view::npos;
  });
}

util::Result<PlainPath> PlainPath::make(const std::filesystem::path& folder) {
  std::error_code code;
  const std::filesystem::path real = std::filesystem::canonical(folder, code);
  if (code) {
    return tl::unexpected(
        util::Error{"cannot find", folder.string(), code.message(), ""});
  }
  PlainPath plain;
  plain.path_ = real;
  if (is_plain(real.native())) {
    return plain;
  }
  const std::filesystem::path place =
      std::filesystem::temp_directory_path() /
      util::format("heed-{}-{}", getuid(),
                   util::sha256_hex(real.native()).substr(0, kHashDigits));
  plain.path_ = place / "tree";
  mkdir(place.c_str(), 0700);
  if (!is_private_folder(place)) {
    return tl::unexpected(
        cannot_link(real, "its folder is not private to us", plain.path_));
  }
  if (symlink(real.c_str(), plain.path_.c_str()) == 0) {
    plain.link_ = plain.path_;
  } else if (errno != EEXIST) {
    return tl::unexpected(cannot_link(real, std::strerror(errno), plain.path_));
  } else if (std::filesystem::read_symlink(plain.path_, code) != real) {
    return tl::unexpected(
        cannot_link(real, "another file is in its place", plain.path_));
  }
  return plain;
}

PlainPath::PlainPath(PlainPath&& other) noexcept
    : path_(std::move(other.path_)), link_(std::move(other.link_)) {
  other.link_.clear();
}

PlainPath::~PlainPath() {
  if (!link_.empty()) {
    unlink(link_.c_str());
    rmdir(link_.parent_path().c_str());
  }
}

}  // namespace heed::target
