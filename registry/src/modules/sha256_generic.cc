#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "crypto/algapi.h"
#include "crypto/hash.h"
#include "crypto/module.h"
#include "modules/byte_order.h"

namespace crypto {

tl::expected<void, Errno> sha256_generic_mod_init(const ModuleContext& context);

namespace {

constexpr std::size_t kBlockSize = 64;
constexpr std::size_t kLengthAt = 56;

// FIPS 180-4, section 4.2.2.
constexpr std::array<std::uint32_t, 64> kRound = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using Words = std::array<std::uint32_t, 8>;

// Sections 5.3.3 and 5.3.2.
constexpr Words kInitial256 = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                               0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
constexpr Words kInitial224 = {0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939,
                               0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4};

struct State {
  Words words;
  std::uint64_t length_bytes;
  std::array<std::byte, kBlockSize> buffer;
};

using Schedule = std::array<std::uint32_t, 64>;

// Section 6.2.2, step 1.
void expand(Schedule& w, const std::byte* block) {
  for (std::size_t t = 0; t < 16; ++t) {
    w[t] = load_be32(block + 4 * t);
  }
  for (std::size_t t = 16; t < 64; ++t) {
    const std::uint32_t x = w[t - 15];
    const std::uint32_t y = w[t - 2];
    w[t] = w[t - 16] + w[t - 7] +
           (std::rotr(x, 7) ^ std::rotr(x, 18) ^ (x >> 3U)) +
           (std::rotr(y, 17) ^ std::rotr(y, 19) ^ (y >> 10U));
  }
}

// Section 6.2.2, steps 2 to 4.
void compress(Words& words, const std::byte* block) {
  Schedule w;
  expand(w, block);
  auto [a, b, c, d, e, f, g, h] = words;
  for (std::size_t t = 0; t < 64; ++t) {
    const std::uint32_t t1 =
        h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
        ((e & f) ^ (~e & g)) + kRound[t] + w[t];
    const std::uint32_t t2 =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) +
        ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  const Words added = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < words.size(); ++i) {
    words[i] += added[i];
  }
  wipe(std::as_writable_bytes(std::span(w)));
}

void absorb(HashState& state, std::span<const std::byte> data) {
  auto& own = state.as<State>();
  std::size_t used = own.length_bytes % kBlockSize;
  own.length_bytes += data.size();
  while (!data.empty()) {
    if (used == 0 && data.size() >= kBlockSize) {
      compress(own.words, data.data());
      ++state.blocks;
      data = data.subspan(kBlockSize);
      continue;
    }
    const std::size_t taken = std::min(data.size(), kBlockSize - used);
    std::memcpy(own.buffer.data() + used, data.data(), taken);
    data = data.subspan(taken);
    used += taken;
    if (used == kBlockSize) {
      compress(own.words, own.buffer.data());
      ++state.blocks;
      used = 0;
    }
  }
}

// Section 5.1.1.
void pad(HashState& state) {
  auto& own = state.as<State>();
  std::array<std::byte, 2 * kBlockSize> padding{std::byte{0x80}};
  const std::uint64_t length_bits = own.length_bytes * 8;
  const std::size_t used = own.length_bytes % kBlockSize;
  const std::size_t zeros_end =
      used < kLengthAt ? kLengthAt - used : kLengthAt + kBlockSize - used;
  store_be64(padding.data() + zeros_end, length_bits);
  absorb(state, std::span(padding).first(zeros_end + sizeof length_bits));
}

/// SHA-256 and SHA-224, FIPS 180-4, as plain code.
class Sha256 final : public ShashAlg {
 public:
  explicit Sha256(const Words& initial) : initial_(initial) {
    statesize = sizeof(State);
    blocksize = kBlockSize;
    priority = 100;
  }

  [[nodiscard]] tl::expected<void, Errno> init(
      const ShashContext* /*context*/, HashState& state) const override {
    auto& own = state.as<State>();
    own.words = initial_;
    own.length_bytes = 0;
    return {};
  }

  [[nodiscard]] tl::expected<void, Errno> update(
      const ShashContext* /*context*/, HashState& state,
      std::span<const std::byte> data) const override {
    absorb(state, data);
    return {};
  }

  [[nodiscard]] tl::expected<void, Errno> final(
      const ShashContext* /*context*/, HashState& state,
      std::span<std::byte> out) const override {
    pad(state);
    const auto& words = state.as<State>().words;
    for (std::size_t i = 0; i < digestsize / 4; ++i) {
      store_be32(out.data() + 4 * i, words[i]);
    }
    return {};
  }

 private:
  const Words& initial_;
};

}  // namespace

[[gnu::noinline]] tl::expected<void, Errno> sha256_generic_mod_init(
    const ModuleContext& context) {
  const auto sha256 = std::make_shared<Sha256>(kInitial256);
  sha256->name = "sha256";
  sha256->driver_name = "sha256-generic";
  sha256->digestsize = 32;
  const auto sha224 = std::make_shared<Sha256>(kInitial224);
  sha224->name = "sha224";
  sha224->driver_name = "sha224-generic";
  sha224->digestsize = 28;
  const std::array<std::shared_ptr<Alg>, 2> algs = {sha256, sha224};
  return register_algs(context, algs);
}

}  // namespace crypto
