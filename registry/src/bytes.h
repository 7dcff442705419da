#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace crypto {

/// The bytes of a text literal, as vectors are written.
[[nodiscard]] inline std::span<const std::byte> bytes_of(
    std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

}  // namespace crypto
