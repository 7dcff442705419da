#pragma once

#include <cstddef>
#include <cstdint>

namespace crypto {

/// Big-endian numbers in memory of any alignment.
inline std::uint32_t load_be32(const std::byte* from) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < sizeof value; ++i) {
    value = value << 8U | std::to_integer<std::uint32_t>(from[i]);
  }
  return value;
}

inline std::uint64_t load_be64(const std::byte* from) {
  return std::uint64_t{load_be32(from)} << 32U | load_be32(from + 4);
}

inline void store_be32(std::byte* to, std::uint32_t value) {
  for (std::size_t i = 0; i < sizeof value; ++i) {
    to[i] = static_cast<std::byte>(value >> (24U - 8U * i));
  }
}

inline void store_be64(std::byte* to, std::uint64_t value) {
  store_be32(to, static_cast<std::uint32_t>(value >> 32U));
  store_be32(to + 4, static_cast<std::uint32_t>(value));
}

}  // namespace crypto
