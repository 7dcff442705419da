#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace crypto {

inline constexpr int kNettlePriority = 150;

/// nettle's functions of one hash. They cannot fail.
template <typename Ctx>
struct NettleHash {
  using State = Ctx;
  void (*init)(Ctx*) = nullptr;
  void (*update)(Ctx*, std::size_t, const std::uint8_t*) = nullptr;
  void (*digest)(Ctx*, std::size_t, std::uint8_t*) = nullptr;

  [[nodiscard]] bool begin(Ctx& state) const {
    init(&state);
    return true;
  }
  [[nodiscard]] bool absorb(Ctx& state, std::span<const std::byte> data) const {
    update(&state, data.size(),
           reinterpret_cast<const std::uint8_t*>(data.data()));
    return true;
  }
  [[nodiscard]] bool finish(Ctx& state, std::span<std::byte> out) const {
    digest(&state, out.size(), reinterpret_cast<std::uint8_t*>(out.data()));
    return true;
  }
};

}  // namespace crypto
