#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "crypto/hash.h"
#include "crypto/kdf108.h"

namespace crypto {

using Bytes = std::span<const std::byte>;
using Segments = std::span<const Bytes>;

/// A request that has been checked: with what to derive, and from what.
struct Derivation {
  const Shash& prf;
  Kdf108Layout layout;
  Bytes iv;
  Segments info;
};

/// Room for one block on the stack, wiped when it goes.
class SecretBlock {
 public:
  SecretBlock() = default;
  SecretBlock(const SecretBlock&) = delete;
  SecretBlock& operator=(const SecretBlock&) = delete;
  ~SecretBlock() { wipe(bytes_); }

  [[nodiscard]] std::span<std::byte> first(std::size_t size) {
    return std::span(bytes_).first(size);
  }

 private:
  std::array<std::byte, kMaxDigestSize> bytes_{};
};

/// The pseudo-random function under one derivation. Counts what it did.
class BlockPrf {
 public:
  explicit BlockPrf(const Derivation& derivation);
  BlockPrf(const BlockPrf&) = delete;
  BlockPrf& operator=(const BlockPrf&) = delete;
  ~BlockPrf();

  [[nodiscard]] std::size_t size() const { return prf_.digestsize(); }

  /// Output block `i` as the layout says, `iter` being the iteration variable.
  [[nodiscard]] tl::expected<void, Errno> block(std::uint64_t i, Bytes iter,
                                                std::span<std::byte> out);
  /// The PRF over segments alone.
  [[nodiscard]] tl::expected<void, Errno> mac(Segments segments,
                                              std::span<std::byte> out);

 private:
  [[nodiscard]] tl::expected<void, Errno> feed(std::uint64_t i, Bytes iter);
  [[nodiscard]] tl::expected<void, Errno> feed_counter(Kdf108Counter place,
                                                       std::uint64_t i);

  const Shash& prf_;
  const Kdf108Layout layout_;
  const Segments info_;
  ShashDesc desc_;
  std::int64_t blocks_ = 0;
  std::int64_t macs_ = 0;
};

/// Calls `compute(i, block)` for the blocks of `out`, i = 1, 2, …: whole ones
/// in place, the rest of a last one by way of a block that is wiped.
template <typename Compute>
[[nodiscard]] tl::expected<void, Errno> fill_blocks(std::size_t size,
                                                    std::span<std::byte> out,
                                                    Compute compute) {
  std::uint64_t i = 1;
  for (; out.size() >= size; ++i, out = out.subspan(size)) {
    if (auto done = compute(i, out.first(size)); !done) {
      return done;
    }
  }
  if (out.empty()) {
    return {};
  }
  SecretBlock last;
  if (auto done = compute(i, last.first(size)); !done) {
    return done;
  }
  std::ranges::copy(last.first(out.size()), out.begin());
  return {};
}

/// The modes, a file each. They fill `out`; after an error it holds rubbish.
[[nodiscard]] tl::expected<void, Errno> fill_counter(
    const Derivation& derivation, std::span<std::byte> out);
[[nodiscard]] tl::expected<void, Errno> fill_feedback(
    const Derivation& derivation, std::span<std::byte> out);
[[nodiscard]] tl::expected<void, Errno> fill_double_pipeline(
    const Derivation& derivation, std::span<std::byte> out);

/// True if writing `out` would write one of the inputs.
[[nodiscard]] bool overlaps_input(const Derivation& derivation,
                                  std::span<const std::byte> out);

using FillFn = tl::expected<void, Errno> (*)(const Derivation& derivation,
                                             std::span<std::byte> out);

/// Runs a mode. After an error all of `out` is zero.
[[nodiscard]] tl::expected<void, Errno> fill_or_zero(
    FillFn fill, const Derivation& derivation, std::span<std::byte> out);

}  // namespace crypto
