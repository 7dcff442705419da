#include "harness/pipeline/mirror.h"

#include <system_error>

#include "harness/util/file.h"
#include "harness/util/try.h"

namespace heed::pipeline {
namespace {

namespace fs = std::filesystem;
using util::Error;
using util::Result;

Error cannot_copy(const fs::path& path, const std::string& why) {
  return {.what = "cannot copy",
          .which = path.string(),
          .why = why,
          .where = "free some space, or name another folder with --out"};
}

bool is_equal(const fs::path& a, const fs::path& b) {
  std::error_code error;
  if (fs::file_size(a, error) != fs::file_size(b, error) || error) {
    return false;
  }
  if (fs::status(a, error).permissions() !=
      fs::status(b, error).permissions()) {
    return false;
  }
  const Result<std::string> left = util::read_file(a);
  const Result<std::string> right = util::read_file(b);
  return left && right && *left == *right;
}

Result<void> copy_entry(const fs::path& from, const fs::path& to) {
  std::error_code error;
  if (fs::is_symlink(from)) {
    fs::remove(to, error);
    fs::copy_symlink(from, to, error);
  } else if (!fs::is_regular_file(to) || !is_equal(from, to)) {
    fs::remove(to, error);
    fs::copy_file(from, to, error);
  }
  if (error) {
    return tl::unexpected(cannot_copy(from, error.message()));
  }
  return {};
}

Result<void> remove_surplus(const fs::path& source, const fs::path& copy,
                            const std::set<std::string>& leave_out) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(copy, error)) {
    const fs::path name = entry.path().filename();
    if (leave_out.contains(name.string()) ||
        fs::exists(fs::symlink_status(source / name))) {
      continue;
    }
    fs::remove_all(entry.path(), error);
    if (error) {
      return tl::unexpected(cannot_copy(entry.path(), error.message()));
    }
  }
  return {};
}

}  // namespace

Result<void> mirror_tree(const fs::path& source, const fs::path& copy,
                         const std::set<std::string>& leave_out) {
  if (Result<void> made = util::make_folder(copy); !made) {
    return made;
  }
  if (Result<void> removed = remove_surplus(source, copy, leave_out);
      !removed) {
    return removed;
  }
  std::error_code error;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(source, error)) {
    const fs::path name = entry.path().filename();
    if (leave_out.contains(name.string())) {
      continue;
    }
    Result<void> done = entry.is_directory() && !entry.is_symlink()
                            ? mirror_tree(entry.path(), copy / name, {})
                            : copy_entry(entry.path(), copy / name);
    if (!done) {
      return done;
    }
  }
  if (error) {
    return tl::unexpected(cannot_copy(source, error.message()));
  }
  return {};
}

}  // namespace heed::pipeline
