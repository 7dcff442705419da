#include "crypto/kdf_sp800108.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "config.h"
#include "crypto/kdf108.h"
#include "crypto/module.h"
#include "kdf108_modes.h"
#include "kdf_sp800108_selftest.h"

namespace crypto {
namespace {

constexpr std::size_t kMaxBytes = std::numeric_limits<std::uint32_t>::max();

/// What the kernel leaves unguarded: it loops forever without a digest, cuts
/// the lengths of segments to 32 bits, and overwrites info that dst overlaps.
[[nodiscard]] bool is_sound(const Derivation& derivation,
                            std::span<const std::byte> dst) {
  return derivation.prf.digestsize() != 0 && dst.size() <= kMaxBytes &&
         std::ranges::all_of(
             derivation.info,
             [](Bytes segment) { return segment.size() <= kMaxBytes; }) &&
         !overlaps_input(derivation, dst);
}

[[nodiscard]] tl::expected<void, Errno> generate(const Derivation& derivation,
                                                 std::span<std::byte> dst) {
  if (dst.empty()) {
    return {};
  }
  if (!is_sound(derivation, dst)) {
    return fail(EINVAL);
  }
  return fill_or_zero(fill_counter, derivation, dst);
}

}  // namespace

tl::expected<void, Errno> kdf108_setkey(Shash& kmd,
                                        std::span<const std::byte> key,
                                        std::span<const std::byte> ikm) {
  if (ikm.data() != nullptr || !ikm.empty()) {
    return fail(EINVAL);
  }
  if (key.size() < kmd.digestsize()) {
    return fail(EINVAL);
  }
  return kmd.setkey(key);
}

tl::expected<void, Errno> kdf108_ctr_generate(
    const Shash& kmd, std::span<const std::span<const std::byte>> info,
    std::span<std::byte> dst) {
  const Derivation derivation{
      .prf = kmd, .layout = Kdf108Layout{}, .iv = {}, .info = info};
  auto result = generate(derivation, dst);
  kmd.context().count_errno(Counter::kdf_calls, code_of(result));
  return result;
}

/// The module's init. It has nothing to set up: all it does is test itself.
tl::expected<void, Errno> crypto_kdf108_init(const ModuleContext& context) {
  // Asked before anything is done, so that a skipped self-test costs as little
  // as one that is not compiled.
  if (context.decision().outcome != Outcome::run) {
    return {};
  }
  if constexpr (config::selftests_compiled) {
    return kdf108_selftest(context);
  }
  return {};
}

}  // namespace crypto
