#pragma once

#include <span>
#include <string_view>

namespace heed::record {

/// One step from a version of the database to the next: a file of
/// record/migrations, which CMake puts into the program.
struct Migration {
  int version = 0;  ///< the database has it afterwards (PRAGMA user_version)
  std::string_view name;
  const char* sql = "";
};

/// All of them, from 1 upwards without a gap.
[[nodiscard]] std::span<const Migration> migrations();

}  // namespace heed::record
