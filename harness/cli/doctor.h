#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/util/command.h"

namespace heed::cli {

enum class Health { ok, degraded, missing };

inline constexpr std::array<std::string_view, 3> kHealthNames = {
    "ok", "degraded", "missing"};

/// One thing that heed needs, as it was found.
struct Checkup {
  std::string name;
  Health health = Health::ok;
  std::string found;    ///< version, bytes, cores
  std::string follows;  ///< from it being missing or too old; "" when ok

  bool operator==(const Checkup&) const = default;
};

/// Asks for every tool with RUNNER; FOLDER is on the disk that will be used
/// and takes the answers.
[[nodiscard]] std::vector<Checkup> examine(util::CommandRunner& runner,
                                           const std::filesystem::path& folder);

/// "3.25.1" of "cmake version 3.25.1"; "" when TEXT has no such number.
[[nodiscard]] std::string version_in(std::string_view text);

/// True when VERSION is not older than LEAST, number by number.
[[nodiscard]] bool is_at_least(std::string_view version,
                               std::string_view least);

/// A line for each checkup, the bad ones with what follows.
[[nodiscard]] std::string doctor_text(std::span<const Checkup> checkups);

}  // namespace heed::cli
