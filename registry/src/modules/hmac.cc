#include <algorithm>
#include <array>
#include <utility>

#include "crypto/algapi.h"
#include "crypto/hash.h"
#include "crypto/module.h"

namespace crypto {

tl::expected<void, Errno> hmac_module_init(const ModuleContext& context);

namespace {

constexpr std::byte kInnerPad{0x36};
constexpr std::byte kOuterPad{0x5c};
constexpr std::size_t kMaxBlockSize = 160;

using Block = std::array<std::byte, kMaxBlockSize>;

struct KeyedState {
  HashState hash;
  bool is_live = false;
};

/// The inner hash, and its states after one block of the padded key.
class HmacContext final : public ShashContext {
 public:
  explicit HmacContext(Shash inner) : inner_(std::move(inner)) {}
  ~HmacContext() override { release(); }

  [[nodiscard]] const ShashAlg& alg() const { return inner_.alg(); }
  [[nodiscard]] const ShashContext* context() const {
    return inner_.shash_context();
  }

  [[nodiscard]] tl::expected<void, Errno> setkey(
      std::span<const std::byte> key) {
    release();
    Block block{};
    auto result = set_padded(key, block);
    wipe(block);
    return result;
  }

  // The blocks that went into these were counted when the key was set.
  [[nodiscard]] tl::expected<void, Errno> begin_inner(HashState& state) const {
    return alg().copy(context(), state, inner_state_.hash);
  }
  [[nodiscard]] tl::expected<void, Errno> begin_outer(HashState& state) const {
    return alg().copy(context(), state, outer_state_.hash);
  }

 private:
  tl::expected<void, Errno> set_padded(std::span<const std::byte> key,
                                       Block& block) {
    const auto padded = std::span(block).first(inner_.blocksize());
    if (key.size() > padded.size()) {
      if (auto result = inner_.digest(key, padded); !result) {
        return result;
      }
    } else {
      std::copy(key.begin(), key.end(), padded.begin());
    }
    for (std::byte& byte : padded) {
      byte ^= kInnerPad;
    }
    if (auto result = absorb(padded, inner_state_); !result) {
      return result;
    }
    for (std::byte& byte : padded) {
      byte ^= kInnerPad ^ kOuterPad;
    }
    return absorb(padded, outer_state_);
  }

  tl::expected<void, Errno> absorb(std::span<const std::byte> block,
                                   KeyedState& state) const {
    state.hash.blocks = 0;
    if (auto result = alg().init(context(), state.hash); !result) {
      return result;
    }
    state.is_live = true;
    auto result = alg().update(context(), state.hash, block);
    inner_.context().count(Counter::hash_blocks,
                           static_cast<std::int64_t>(state.hash.blocks));
    return result;
  }

  void release() {
    for (KeyedState* state : {&inner_state_, &outer_state_}) {
      // Before that no key has been in it.
      if (std::exchange(state->is_live, false)) {
        alg().release(context(), state->hash);
        wipe(std::span(state->hash.bytes).first(alg().statesize));
      }
    }
  }

  Shash inner_;
  KeyedState inner_state_;
  KeyedState outer_state_;
};

const HmacContext& own(const ShashContext* context) {
  return *static_cast<const HmacContext*>(context);
}

/// HMAC, FIPS 198-1, over the hash of its spawn.
class Hmac final : public ShashAlg {
 public:
  [[nodiscard]] tl::expected<std::unique_ptr<ShashContext>, Errno> init_tfm(
      const Context& context) const override {
    auto inner = spawn_shash(context, *instance->spawns.front());
    if (!inner) {
      return fail(inner.error());
    }
    return std::make_unique<HmacContext>(std::move(*inner));
  }

  [[nodiscard]] tl::expected<void, Errno> setkey(
      ShashContext* context, std::span<const std::byte> key) const override {
    return static_cast<HmacContext*>(context)->setkey(key);
  }

  [[nodiscard]] tl::expected<void, Errno> init(
      const ShashContext* context, HashState& state) const override {
    return own(context).begin_inner(state);
  }

  [[nodiscard]] tl::expected<void, Errno> update(
      const ShashContext* context, HashState& state,
      std::span<const std::byte> data) const override {
    return own(context).alg().update(own(context).context(), state, data);
  }

  [[nodiscard]] tl::expected<void, Errno> final(
      const ShashContext* context, HashState& state,
      std::span<std::byte> out) const override {
    const auto& alg = own(context).alg();
    const auto* inner = own(context).context();
    if (auto result = alg.final(inner, state, out); !result) {
      return result;
    }
    if (auto result = own(context).begin_outer(state); !result) {
      return result;
    }
    if (auto result = alg.update(inner, state, out); !result) {
      alg.release(inner, state);
      return result;
    }
    return alg.final(inner, state, out);
  }

  [[nodiscard]] tl::expected<void, Errno> copy(
      const ShashContext* context, HashState& to,
      const HashState& from) const override {
    return own(context).alg().copy(own(context).context(), to, from);
  }

  void release(const ShashContext* context, HashState& state) const override {
    own(context).alg().release(own(context).context(), state);
  }
};

tl::expected<void, Errno> hmac_create(const Context& context,
                                      const Template& tmpl,
                                      const TemplateArgs& args) {
  const auto mask = check_attr_type(args, kAlgTypeShash);
  if (!mask) {
    return fail(mask.error());
  }
  if (args.names.size() != 1) {
    return fail(EINVAL);
  }
  auto spawn = grab_shash(context, args.names.front(), *mask);
  if (!spawn) {
    return fail(spawn.error());
  }
  const auto& inner = static_cast<const ShashAlg&>(*(*spawn)->alg);
  if (inner.is_keyed || inner.digestsize > inner.blocksize ||
      inner.blocksize > kMaxBlockSize) {
    return fail(EINVAL);
  }
  auto alg = std::make_shared<Hmac>();
  alg->instance = std::make_unique<Instance>();
  alg->instance->spawns.push_back(std::move(*spawn));
  if (auto result = inst_setname(*alg, tmpl, inner); !result) {
    return result;
  }
  alg->digestsize = inner.digestsize;
  alg->statesize = inner.statesize;
  alg->is_keyed = true;
  return register_instance(context, tmpl, alg);
}

}  // namespace

[[gnu::noinline]] tl::expected<void, Errno> hmac_module_init(
    const ModuleContext& context) {
  auto tmpl = std::make_shared<Template>();
  tmpl->name = "hmac";
  tmpl->create = hmac_create;
  return register_template(context, tmpl);
}

}  // namespace crypto
