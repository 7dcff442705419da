#include "crypto/kdf108.h"

#include <algorithm>
#include <array>
#include <utility>

#include "crypto/fips.h"
#include "kdf108_modes.h"

namespace crypto {
namespace {

/// SP 800-131A: keys below 112 bits are not approved.
constexpr std::size_t kFipsKeyBytes = 14;

struct ModeRow {
  Kdf108Mode mode;
  bool takes_iv;
  std::array<Kdf108Counter, 4> places;
  FillFn fill;
};

using enum Kdf108Counter;

/// In the order of Kdf108Mode. Shorter lists of places repeat their last.
constexpr ModeRow kModes[] = {
    {Kdf108Mode::counter,
     false,
     {before_fixed, before_segment, after_fixed, after_fixed},
     fill_counter},
    {Kdf108Mode::feedback,
     true,
     {none, before_iter, after_iter, after_fixed},
     fill_feedback},
    {Kdf108Mode::double_pipeline,
     false,
     {none, before_iter, after_iter, after_fixed},
     fill_double_pipeline},
};

[[nodiscard]] const ModeRow& mode_row(Kdf108Mode mode) {
  return kModes[static_cast<std::size_t>(mode)];
}

[[nodiscard]] bool is_valid(const Kdf108Layout& layout) {
  if (static_cast<std::size_t>(layout.mode) >= std::size(kModes)) {
    return false;
  }
  const ModeRow& row = mode_row(layout.mode);
  if (std::ranges::find(row.places, layout.counter) == row.places.end()) {
    return false;
  }
  constexpr unsigned kWidths[] = {8, 16, 24, 32};
  return layout.counter == none ||
         std::ranges::find(kWidths, layout.counter_bits) != std::end(kWidths);
}

[[nodiscard]] std::uint64_t max_blocks(const Kdf108Layout& layout) {
  const unsigned bits = layout.counter == none ? 32 : layout.counter_bits;
  return (std::uint64_t{1} << bits) - 1;
}

[[nodiscard]] tl::expected<void, Errno> check(const Derivation& derivation,
                                              std::span<std::byte> out) {
  const Kdf108Layout& layout = derivation.layout;
  const std::uint64_t size = derivation.prf.digestsize();
  // Without overflow, and a part of a block is a block.
  const std::uint64_t blocks = out.size() / size + (out.size() % size != 0);
  if (blocks > max_blocks(layout)) {
    return fail(EINVAL);
  }
  if (!derivation.iv.empty() && !mode_row(layout.mode).takes_iv) {
    return fail(EINVAL);
  }
  if (layout.counter == before_segment &&
      layout.segment >= derivation.info.size()) {
    return fail(EINVAL);
  }
  if (overlaps_input(derivation, out)) {
    return fail(EINVAL);
  }
  return {};
}

[[nodiscard]] tl::expected<void, Errno> refuse_keyless(
    const Derivation& /*derivation*/, std::span<std::byte> /*out*/) {
  return fail(ENOKEY);
}

}  // namespace

Kdf108::Kdf108(Shash prf, const Kdf108Layout& layout)
    : prf_(std::move(prf)), layout_(layout) {}

tl::expected<Kdf108, Errno> Kdf108::create(const Context& context,
                                           std::string_view prf,
                                           const Kdf108Layout& layout) {
  if (!is_valid(layout)) {
    return fail(EINVAL);
  }
  auto handle = alloc_shash(context, prf);
  if (!handle) {
    return fail(handle.error());
  }
  return create(std::move(*handle), layout);
}

tl::expected<Kdf108, Errno> Kdf108::create(Shash prf,
                                           const Kdf108Layout& layout) {
  if (!is_valid(layout) || !prf.is_keyed() || prf.digestsize() == 0) {
    return fail(EINVAL);
  }
  return Kdf108(std::move(prf), layout);
}

Shash Kdf108::release() && { return std::move(prf_); }

tl::expected<void, Errno> Kdf108::set_key(std::span<const std::byte> key) {
  // A short key is refused, but whatever was there must go: something public
  // takes its place, and is never used.
  static constexpr std::array<std::byte, kFipsKeyBytes> kPublicKey{};
  const bool is_refused =
      key.size() < kFipsKeyBytes && fips_enabled(prf_.context());
  auto result = prf_.setkey(is_refused ? kPublicKey : key);
  has_key_ = result && !is_refused;
  if (is_refused) {
    return fail(EINVAL);
  }
  return result;
}

tl::expected<void, Errno> Kdf108::derive(std::span<const std::byte> iv,
                                         Segments info,
                                         std::span<std::byte> out) const {
  const Derivation derivation{prf_, layout_, iv, info};
  auto result = run(derivation, out);
  prf_.context().count_errno(Counter::kdf_calls, code_of(result));
  return result;
}

tl::expected<void, Errno> Kdf108::run(const Derivation& derivation,
                                      std::span<std::byte> out) const {
  if (out.empty()) {
    return {};
  }
  if (auto checked = check(derivation, out); !checked) {
    return checked;
  }
  return fill_or_zero(has_key_ ? mode_row(layout_.mode).fill : refuse_keyless,
                      derivation, out);
}

}  // namespace crypto
