#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "crypto/errno.h"
#include "crypto/kdf108.h"

namespace crypto {

/// One vector of a response file.
struct CavpVector {
  std::size_t line = 0;
  /// As the file names it, such as HMAC_SHA256.
  std::string prf;
  Kdf108Layout layout;
  std::vector<std::byte> key{};
  std::vector<std::byte> iv{};
  std::vector<std::vector<std::byte>> info{};
  std::vector<std::byte> output{};
};

struct CavpError {
  std::size_t line = 0;
  std::string what;
};

/// Reads a response file of NIST's CAVP for KBKDF (.rsp). Headings
/// `[KEY=VALUE]` hold until replaced; `KO` ends a vector; L and IVlen are in
/// bits, the rest is hex. Nothing is skipped: a line, a value or a length that
/// is not understood, a vector that is not complete and a file without any are
/// errors.
[[nodiscard]] tl::expected<std::vector<CavpVector>, CavpError> read_cavp(
    std::string_view text, Kdf108Mode mode);

}  // namespace crypto
