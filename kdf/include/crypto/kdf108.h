#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "crypto/errno.h"
#include "crypto/hash.h"

namespace crypto {

/// What changes from block to block beside the counter: nothing in counter
/// mode; the block before in feedback mode, the IV at first; in double
/// pipeline mode A(i) = PRF(A(i-1)), where A(0) is the fixed input.
enum class Kdf108Mode : std::uint8_t { counter, feedback, double_pipeline };

/// Where the counter stands. In counter mode before or after the fixed input,
/// or before one of its segments; in the others before or after the iteration
/// variable, after the fixed input, or nowhere.
enum class Kdf108Counter : std::uint8_t {
  none,
  before_iter,
  after_iter,
  before_fixed,
  before_segment,
  after_fixed,
};

/// How the input of a block is laid out.
struct Kdf108Layout {
  Kdf108Mode mode = Kdf108Mode::counter;
  Kdf108Counter counter = Kdf108Counter::before_fixed;
  /// Width r of the big-endian counter: 8, 16, 24 or 32. Not read without one.
  unsigned counter_bits = 32;
  /// For before_segment: which one, from 0.
  std::size_t segment = 0;

  friend bool operator==(const Kdf108Layout&, const Kdf108Layout&) = default;
};

struct Derivation;

/// The SP 800-108 family over one keyed hash of the registry. derive() is
/// const: any number of threads may share an object while nobody sets its key.
/// Keys, intermediate values and partial blocks are wiped.
class Kdf108 {
 public:
  /// Looks the pseudo-random function up by name, once, and keeps it.
  /// Errors: EINVAL (a layout the mode does not have, a width other than the
  /// four, an unkeyed hash), else those of alloc_shash().
  [[nodiscard]] static tl::expected<Kdf108, Errno> create(
      const Context& context, std::string_view prf, const Kdf108Layout& layout);
  /// The same over a handle that the caller has already. A key in it does not
  /// count: set_key() comes first.
  [[nodiscard]] static tl::expected<Kdf108, Errno> create(
      Shash prf, const Kdf108Layout& layout);
  /// Gives the handle back, for another layout and key.
  [[nodiscard]] Shash release() &&;

  [[nodiscard]] const Kdf108Layout& layout() const { return layout_; }
  [[nodiscard]] const Shash& prf() const { return prf_; }

  /// Any length the hash takes: HMAC takes all, zero included. After a failure
  /// there is no key, and nothing is left of the one before.
  /// Errors: EINVAL (below 14 bytes under fips), else what the hash says.
  [[nodiscard]] tl::expected<void, Errno> set_key(
      std::span<const std::byte> key);

  /// Fills `out`. `iv` belongs to feedback mode, where it may be empty; the
  /// fixed input is `info`, nothing is added. Inputs are never written.
  /// An empty `out` succeeds at once, even without a key.
  /// Errors: EINVAL, before anything is written (more than 2^r - 1 blocks, or
  /// 2^32 - 1 without counter; an IV in another mode; no such segment; `out`
  /// overlaps an input); what the hash says (ENOKEY), and then all of `out` is
  /// zero.
  [[nodiscard]] tl::expected<void, Errno> derive(
      std::span<const std::byte> iv,
      std::span<const std::span<const std::byte>> info,
      std::span<std::byte> out) const;

 private:
  Kdf108(Shash prf, const Kdf108Layout& layout);

  [[nodiscard]] tl::expected<void, Errno> run(const Derivation& derivation,
                                              std::span<std::byte> out) const;

  Shash prf_;
  Kdf108Layout layout_;
  bool has_key_ = false;
};

}  // namespace crypto
