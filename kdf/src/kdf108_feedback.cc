#include "kdf108_modes.h"

namespace crypto {

tl::expected<void, Errno> fill_feedback(const Derivation& derivation,
                                        std::span<std::byte> out) {
  BlockPrf prf(derivation);
  // K(i-1) is read where it was written: only the last block may be elsewhere,
  // and nothing follows it.
  Bytes previous = derivation.iv;
  return fill_blocks(prf.size(), out,
                     [&](std::uint64_t i, std::span<std::byte> block) {
                       auto done = prf.block(i, previous, block);
                       previous = block;
                       return done;
                     });
}

}  // namespace crypto
