#pragma once

#include <cstddef>
#include <span>

namespace crypto {

/// Exclusive or of two texts of one length; `out` may be either.
inline void xor_bytes(std::span<std::byte> out, std::span<const std::byte> a,
                      std::span<const std::byte> b) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = a[i] ^ b[i];
  }
}

}  // namespace crypto
