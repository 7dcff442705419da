#include "kdf108_modes.h"

namespace crypto {

tl::expected<void, Errno> fill_counter(const Derivation& derivation,
                                       std::span<std::byte> out) {
  BlockPrf prf(derivation);
  return fill_blocks(prf.size(), out,
                     [&prf](std::uint64_t i, std::span<std::byte> block) {
                       return prf.block(i, {}, block);
                     });
}

}  // namespace crypto
