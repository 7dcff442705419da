#pragma once

#include <cstddef>
#include <span>

namespace crypto {

inline constexpr int kLibcryptoPriority = 170;

/// libcrypto's low-level functions of one hash: their state can lie on the
/// caller's stack and be copied, where that of EVP is allocated. They return 1
/// for success.
template <typename Ctx>
struct LibcryptoHash {
  using State = Ctx;
  int (*init)(Ctx*) = nullptr;
  int (*update)(Ctx*, const void*, std::size_t) = nullptr;
  int (*final)(unsigned char*, Ctx*) = nullptr;

  [[nodiscard]] bool begin(Ctx& state) const { return init(&state) == 1; }
  [[nodiscard]] bool absorb(Ctx& state, std::span<const std::byte> data) const {
    return update(&state, data.data(), data.size()) == 1;
  }
  [[nodiscard]] bool finish(Ctx& state, std::span<std::byte> out) const {
    return final(reinterpret_cast<unsigned char*>(out.data()), &state) == 1;
  }
};

}  // namespace crypto
