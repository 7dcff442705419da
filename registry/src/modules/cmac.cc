#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "crypto/hash.h"
#include "crypto/module.h"
#include "modules/xor_bytes.h"
#include "skcipher_simple.h"

namespace crypto {

tl::expected<void, Errno> crypto_cmac_module_init(const ModuleContext& context);

namespace {

constexpr std::size_t kBlockSize = 16;

using Block = std::array<std::byte, kBlockSize>;

// Multiplication by x in GF(2^128), SP 800-38B 6.1: a shift to the left, and
// what falls out comes back as the constant R128.
void double_block(Block& block) {
  constexpr std::byte kR128{0x87};
  const bool carries = (block.front() & std::byte{0x80}) != std::byte{0};
  for (std::size_t i = 0; i < kBlockSize; ++i) {
    const std::byte next = i + 1 < kBlockSize ? block[i + 1] : std::byte{0};
    block[i] = block[i] << 1U | next >> 7U;
  }
  block.back() ^= carries ? kR128 : std::byte{0};
}

/// The cipher and both subkeys.
class CmacContext final : public TfmContext {
 public:
  explicit CmacContext(Cipher cipher) : cipher_(std::move(cipher)) {}
  ~CmacContext() override {
    wipe(whole_key_);
    wipe(padded_key_);
  }

  [[nodiscard]] const Cipher& cipher() const { return cipher_; }
  /// For a last block that is whole, and for one that is padded.
  [[nodiscard]] const Block& whole_key() const { return whole_key_; }
  [[nodiscard]] const Block& padded_key() const { return padded_key_; }

  [[nodiscard]] tl::expected<void, Errno> setkey(
      std::span<const std::byte> key) {
    if (auto result = cipher_.setkey(key); !result) {
      return result;
    }
    whole_key_ = {};
    if (auto result = cipher_.encrypt(whole_key_, whole_key_); !result) {
      return result;
    }
    double_block(whole_key_);
    padded_key_ = whole_key_;
    double_block(padded_key_);
    return {};
  }

 private:
  Cipher cipher_;
  Block whole_key_{};
  Block padded_key_{};
};

const CmacContext& own(const ShashContext* context) {
  return *static_cast<const CmacContext*>(context);
}

/// The chaining value, and what waits to be known as the last block or not.
struct State {
  Block chain;
  Block pending;
  std::size_t size;
};

tl::expected<void, Errno> chain(const Cipher& cipher, State& state) {
  xor_bytes(state.chain, state.chain, state.pending);
  return cipher.encrypt(state.chain, state.chain);
}

/// CMAC, SP 800-38B, over the cipher of its spawn.
class Cmac final : public ShashAlg {
 public:
  Cmac() {
    is_keyed = true;
    digestsize = kBlockSize;
    statesize = sizeof(State);
  }

  [[nodiscard]] tl::expected<std::unique_ptr<TfmContext>, Errno> init_tfm(
      const Context& context) const override {
    auto cipher = spawn_cipher(context, *instance->spawns.front());
    if (!cipher) {
      return fail(cipher.error());
    }
    return std::make_unique<CmacContext>(std::move(*cipher));
  }

  [[nodiscard]] tl::expected<void, Errno> setkey(
      TfmContext* context, std::span<const std::byte> key) const override {
    return static_cast<CmacContext*>(context)->setkey(key);
  }

  [[nodiscard]] tl::expected<void, Errno> init(
      const ShashContext* /*context*/, HashState& state) const override {
    state.as<State>() = {};
    return {};
  }

  [[nodiscard]] tl::expected<void, Errno> update(
      const ShashContext* context, HashState& state,
      std::span<const std::byte> data) const override {
    auto& running = state.as<State>();
    while (!data.empty()) {
      if (running.size == kBlockSize) {
        if (auto result = chain(own(context).cipher(), running); !result) {
          return result;
        }
        running.size = 0;
      }
      const std::size_t taken =
          std::min(data.size(), kBlockSize - running.size);
      std::copy_n(data.begin(), taken, running.pending.begin() + running.size);
      running.size += taken;
      data = data.subspan(taken);
    }
    return {};
  }

  [[nodiscard]] tl::expected<void, Errno> final(
      const ShashContext* context, HashState& state,
      std::span<std::byte> out) const override {
    auto& running = state.as<State>();
    const bool is_whole = running.size == kBlockSize;
    if (!is_whole) {
      const auto rest = std::span(running.pending).subspan(running.size);
      std::fill(rest.begin(), rest.end(), std::byte{0});
      rest.front() = std::byte{0x80};
    }
    xor_bytes(running.pending, running.pending,
              is_whole ? own(context).whole_key() : own(context).padded_key());
    auto result = chain(own(context).cipher(), running);
    std::copy(running.chain.begin(), running.chain.end(), out.begin());
    return result;
  }
};

tl::expected<void, Errno> cmac_create(const Context& context,
                                      const Template& tmpl,
                                      const TemplateArgs& args) {
  auto spawn = grab_only_cipher(context, args, kAlgTypeShash);
  if (!spawn) {
    return fail(spawn.error());
  }
  const auto& inner = static_cast<const CipherAlg&>(*(*spawn)->alg);
  if (inner.blocksize != kBlockSize) {
    return fail(EINVAL);
  }
  auto alg = std::make_shared<Cmac>();
  alg->instance = std::make_unique<Instance>();
  alg->instance->spawns.push_back(std::move(*spawn));
  alg->min_keysize = inner.min_keysize;
  alg->max_keysize = inner.max_keysize;
  if (auto result = inst_setname(*alg, tmpl, inner); !result) {
    return result;
  }
  return register_instance(context, tmpl, alg);
}

}  // namespace

[[gnu::noinline]] tl::expected<void, Errno> crypto_cmac_module_init(
    const ModuleContext& context) {
  auto tmpl = std::make_shared<Template>();
  tmpl->name = "cmac";
  tmpl->create = cmac_create;
  return register_template(context, tmpl);
}

}  // namespace crypto
