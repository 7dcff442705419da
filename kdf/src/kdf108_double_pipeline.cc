#include "kdf108_modes.h"

namespace crypto {

tl::expected<void, Errno> fill_double_pipeline(const Derivation& derivation,
                                               std::span<std::byte> out) {
  BlockPrf prf(derivation);
  SecretBlock room;
  const std::span<std::byte> a = room.first(prf.size());
  const Bytes previous[] = {a};
  return fill_blocks(
      prf.size(), out, [&](std::uint64_t i, std::span<std::byte> block) {
        // A(0) is the fixed input itself.
        auto next = prf.mac(i == 1 ? derivation.info : Segments(previous), a);
        return next ? prf.block(i, a, block) : next;
      });
}

}  // namespace crypto
