#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "crypto/algapi.h"
#include "crypto/cipher.h"
#include "crypto/module.h"

namespace crypto {

tl::expected<void, Errno> aes_generic_mod_init(const ModuleContext& context);

namespace {

// FIPS 197. Plain, table-free but for the S-box, and slow: the reference that
// others are compared with.

constexpr std::size_t kBlockSize = 16;
constexpr std::size_t kMaxRounds = 14;

using Block = std::array<std::uint8_t, kBlockSize>;
using Box = std::array<std::uint8_t, 256>;

// Multiplication by x in GF(2^8), section 4.2.1.
constexpr std::uint8_t times_x(std::uint8_t a) {
  const unsigned doubled = unsigned{a} << 1U;
  return static_cast<std::uint8_t>((a & 0x80U) != 0 ? doubled ^ 0x11bU
                                                    : doubled);
}

constexpr std::uint8_t multiply(std::uint8_t a, std::uint8_t b) {
  std::uint8_t product = 0;
  for (; b != 0; b = static_cast<std::uint8_t>(b >> 1U)) {
    if ((b & 1U) != 0) {
      product ^= a;
    }
    a = times_x(a);
  }
  return product;
}

// The inverse in GF(2^8), and 0 for 0: a^254.
constexpr std::uint8_t inverse(std::uint8_t a) {
  std::uint8_t power = 1;
  for (int i = 1; i < 8; ++i) {
    a = multiply(a, a);
    power = multiply(power, a);
  }
  return power;
}

// Section 5.1.1.
constexpr std::uint8_t substitute(std::uint8_t a) {
  const unsigned b = inverse(a);
  unsigned result = 0x63U;
  for (unsigned shift = 0; shift < 5; ++shift) {
    result ^= ((b << shift) | (b >> (8U - shift))) & 0xffU;
  }
  return static_cast<std::uint8_t>(result);
}

constexpr Box make_box() {
  Box box{};
  for (std::size_t i = 0; i < box.size(); ++i) {
    box[i] = substitute(static_cast<std::uint8_t>(i));
  }
  return box;
}

constexpr Box invert(const Box& box) {
  Box inverted{};
  for (std::size_t i = 0; i < box.size(); ++i) {
    inverted[box[i]] = static_cast<std::uint8_t>(i);
  }
  return inverted;
}

constexpr Box kBox = make_box();
constexpr Box kInverseBox = invert(kBox);

class AesContext final : public TfmContext {
 public:
  ~AesContext() override {
    wipe(std::as_writable_bytes(std::span(round_keys)));
  }

  std::array<Block, kMaxRounds + 1> round_keys{};
  std::size_t rounds = 0;
};

void add_round_key(Block& state, const Block& key) {
  for (std::size_t i = 0; i < kBlockSize; ++i) {
    state[i] ^= key[i];
  }
}

void sub_bytes(Block& state, const Box& box) {
  for (std::uint8_t& byte : state) {
    byte = box[byte];
  }
}

// Row r of the state is every fourth byte from r on; it moves by `steps` * r
// columns to the left.
void shift_rows(Block& state, std::size_t steps) {
  const Block from = state;
  for (std::size_t i = 0; i < kBlockSize; ++i) {
    const std::size_t row = i % 4;
    state[i] = from[(i + 4 * steps * row) % kBlockSize];
  }
}

// Multiplies each column by a circulant matrix, given by its first row.
void mix_columns(Block& state, const std::array<std::uint8_t, 4>& row) {
  const Block from = state;
  for (std::size_t i = 0; i < kBlockSize; ++i) {
    const std::size_t column = i - i % 4;
    std::uint8_t sum = 0;
    for (std::size_t j = 0; j < 4; ++j) {
      sum ^= multiply(from[column + j], row[(j + 4 - i % 4) % 4]);
    }
    state[i] = sum;
  }
}

constexpr std::array<std::uint8_t, 4> kMix = {2, 3, 1, 1};
constexpr std::array<std::uint8_t, 4> kUnmix = {14, 11, 13, 9};

/// AES in plain code.
class AesGeneric final : public CipherAlg {
 public:
  AesGeneric() {
    name = "aes";
    driver_name = "aes-generic";
    priority = 100;
    blocksize = kBlockSize;
    min_keysize = 16;
    max_keysize = 32;
  }

  [[nodiscard]] tl::expected<std::unique_ptr<TfmContext>, Errno> init_tfm(
      const Context& /*context*/) const override {
    return std::make_unique<AesContext>();
  }

  // Section 5.2, byte by byte.
  [[nodiscard]] tl::expected<void, Errno> setkey(
      TfmContext* context, std::span<const std::byte> key) const override {
    if (key.size() % 8 != 0) {
      return fail(EINVAL);
    }
    auto& own = static_cast<AesContext&>(*context);
    own.rounds = key.size() / 4 + 6;
    expand(own, key);
    return {};
  }

  // Section 5.1.
  void encrypt(const TfmContext* context, std::span<std::byte> out,
               std::span<const std::byte> in) const override {
    const auto& own = static_cast<const AesContext&>(*context);
    Block state = load(in);
    add_round_key(state, own.round_keys[0]);
    for (std::size_t round = 1; round <= own.rounds; ++round) {
      sub_bytes(state, kBox);
      shift_rows(state, 1);
      if (round < own.rounds) {
        mix_columns(state, kMix);
      }
      add_round_key(state, own.round_keys[round]);
    }
    store(out, state);
  }

  // Section 5.3.
  void decrypt(const TfmContext* context, std::span<std::byte> out,
               std::span<const std::byte> in) const override {
    const auto& own = static_cast<const AesContext&>(*context);
    Block state = load(in);
    for (std::size_t round = own.rounds; round > 0; --round) {
      add_round_key(state, own.round_keys[round]);
      if (round < own.rounds) {
        mix_columns(state, kUnmix);
      }
      shift_rows(state, 3);
      sub_bytes(state, kInverseBox);
    }
    add_round_key(state, own.round_keys[0]);
    store(out, state);
  }

 private:
  static Block load(std::span<const std::byte> in) {
    Block state{};
    std::transform(in.begin(), in.end(), state.begin(),
                   std::to_integer<std::uint8_t>);
    return state;
  }

  static void store(std::span<std::byte> out, Block& state) {
    std::transform(state.begin(), state.end(), out.begin(),
                   [](std::uint8_t byte) { return std::byte{byte}; });
    wipe(std::as_writable_bytes(std::span(state)));
  }

  static void expand(AesContext& own, std::span<const std::byte> key) {
    const auto at = [&own](std::size_t i) -> std::uint8_t& {
      return own.round_keys[i / kBlockSize][i % kBlockSize];
    };
    std::uint8_t constant = 1;
    for (std::size_t i = 0; i < kBlockSize * (own.rounds + 1); ++i) {
      if (i < key.size()) {
        at(i) = std::to_integer<std::uint8_t>(key[i]);
        continue;
      }
      const std::size_t in_word = i % 4;
      const std::size_t word = (i - in_word) % key.size();
      std::uint8_t previous = at(i - 4);
      if (word == 0) {
        previous = kBox[at(i - in_word - 4 + (in_word + 1) % 4)];
        previous ^= in_word == 0 ? constant : std::uint8_t{0};
      } else if (key.size() == 32 && word == 16) {
        previous = kBox[previous];
      }
      if (word == 0 && in_word == 0) {
        constant = times_x(constant);
      }
      at(i) = at(i - key.size()) ^ previous;
    }
  }
};

}  // namespace

[[gnu::noinline]] tl::expected<void, Errno> aes_generic_mod_init(
    const ModuleContext& context) {
  return register_alg(context, std::make_shared<AesGeneric>());
}

}  // namespace crypto
