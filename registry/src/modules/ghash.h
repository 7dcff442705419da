#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace crypto {

/// The hash of Galois/counter mode, SP 800-38D 6.4: plain, slow, and in a time
/// that depends on lengths alone. Wiped by its destructor.
class Ghash {
 public:
  static constexpr std::size_t kBlockSize = 16;
  using Block = std::array<std::byte, kBlockSize>;

  explicit Ghash(const Block& key);
  ~Ghash();
  Ghash(const Ghash&) = delete;
  Ghash& operator=(const Ghash&) = delete;

  /// One of the parts, filled up with zeros to whole blocks.
  void update(std::span<const std::byte> part);
  /// The end: the lengths of both parts, in bytes.
  [[nodiscard]] Block final(std::uint64_t assoc_size, std::uint64_t text_size);

 private:
  /// An element of GF(2^128), its first bit the highest of `high`.
  struct Element {
    std::uint64_t high = 0;
    std::uint64_t low = 0;
  };

  static Element load(const Block& block);
  void absorb(const Block& block);

  Element key_;
  Element sum_;
};

}  // namespace crypto
