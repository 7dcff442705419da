#include "modules/ghash.h"

#include <algorithm>

#include "crypto/tfm.h"
#include "modules/byte_order.h"

namespace crypto {

Ghash::Ghash(const Block& key) : key_(load(key)) {}

Ghash::~Ghash() {
  wipe(std::as_writable_bytes(std::span(&key_, 1)));
  wipe(std::as_writable_bytes(std::span(&sum_, 1)));
}

Ghash::Element Ghash::load(const Block& block) {
  return {load_be64(block.data()), load_be64(block.data() + 8)};
}

void Ghash::absorb(const Block& block) {
  constexpr std::uint64_t kPolynomial = 0xe1ULL << 56U;
  const Element added = load(block);
  const Element x = {sum_.high ^ added.high, sum_.low ^ added.low};
  Element v = key_;
  sum_ = {};
  for (unsigned bit = 0; bit < 128; ++bit) {
    const std::uint64_t word = bit < 64 ? x.high : x.low;
    const std::uint64_t is_set = 0 - (word >> (63U - bit % 64U) & 1U);
    sum_.high ^= v.high & is_set;
    sum_.low ^= v.low & is_set;
    const std::uint64_t falls_out = 0 - (v.low & 1U);
    v.low = v.low >> 1U | v.high << 63U;
    v.high = v.high >> 1U ^ (kPolynomial & falls_out);
  }
}

void Ghash::update(std::span<const std::byte> part) {
  while (!part.empty()) {
    Block block{};
    const std::size_t size = std::min(part.size(), kBlockSize);
    std::copy_n(part.begin(), size, block.begin());
    absorb(block);
    part = part.subspan(size);
  }
}

Ghash::Block Ghash::final(std::uint64_t assoc_size, std::uint64_t text_size) {
  Block block{};
  store_be64(block.data(), assoc_size * 8);
  store_be64(block.data() + 8, text_size * 8);
  absorb(block);
  store_be64(block.data(), sum_.high);
  store_be64(block.data() + 8, sum_.low);
  return block;
}

}  // namespace crypto
