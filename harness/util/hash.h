#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "harness/util/error.h"

namespace heed::util {

/// SHA-256 as 64 lower-case hex digits.
[[nodiscard]] std::string sha256_hex(std::string_view bytes);

/// SHA-256 of a file's bytes. Errors: the file cannot be read.
[[nodiscard]] Result<std::string> sha256_file(
    const std::filesystem::path& path);

/// CRC-32 (zlib polynomial) as 8 lower-case hex digits.
[[nodiscard]] std::string crc32_hex(std::string_view bytes);

}  // namespace heed::util
