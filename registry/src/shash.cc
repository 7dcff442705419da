#include <cstring>
#include <string>
#include <utility>

#include "crypto/hash.h"
#include "internal.h"

namespace crypto {

void wipe(std::span<std::byte> memory) {
  if (!memory.empty()) {
    explicit_bzero(memory.data(), memory.size());
  }
}

ShashAlg::ShashAlg() { flags = kAlgTypeShash; }

std::string_view ShashAlg::type_name() const { return "shash"; }

std::string ShashAlg::type_lines() const {
  return "blocksize    : " + std::to_string(blocksize) +
         "\ndigestsize   : " + std::to_string(digestsize) + '\n';
}

tl::expected<std::unique_ptr<ShashContext>, Errno> ShashAlg::init_tfm(
    const Context& /*context*/) const {
  return nullptr;
}

tl::expected<void, Errno> ShashAlg::setkey(
    ShashContext* /*context*/, std::span<const std::byte> /*key*/) const {
  return fail(ENOSYS);
}

Shash::Shash(AlgRef alg, const Context& context,
             std::unique_ptr<ShashContext> shash_context)
    : Tfm(std::move(alg), context),
      alg_(static_cast<const ShashAlg*>(&base_alg())),
      shash_context_(std::move(shash_context)),
      needs_key_(alg_->is_keyed) {}

tl::expected<void, Errno> Shash::setkey(std::span<const std::byte> key) {
  auto result = alg_->setkey(shash_context_.get(), key);
  needs_key_ = alg_->is_keyed && !result;
  return result;
}

tl::expected<void, Errno> Shash::digest(std::span<const std::byte> data,
                                        std::span<std::byte> out) const {
  ShashDesc desc(*this);
  return desc.digest(data, out);
}

ShashDesc::~ShashDesc() {
  wipe(std::span(state_.bytes).first(tfm_->alg().statesize));
  if (state_.blocks > 0) {
    tfm_->context().count(Counter::hash_blocks,
                          static_cast<std::int64_t>(state_.blocks));
  }
}

tl::expected<void, Errno> ShashDesc::init() {
  is_running_ = false;
  if (tfm_->needs_key()) {
    return fail(ENOKEY);
  }
  auto result = tfm_->alg().init(tfm_->shash_context(), state_);
  is_running_ = result.has_value();
  return result;
}

tl::expected<void, Errno> ShashDesc::update(std::span<const std::byte> data) {
  if (!is_running_) {
    return fail(EINVAL);
  }
  return tfm_->alg().update(tfm_->shash_context(), state_, data);
}

tl::expected<void, Errno> ShashDesc::final(std::span<std::byte> out) {
  if (!is_running_ || out.size() < tfm_->digestsize()) {
    return fail(EINVAL);
  }
  is_running_ = false;
  return tfm_->alg().final(tfm_->shash_context(), state_,
                           out.first(tfm_->digestsize()));
}

tl::expected<void, Errno> ShashDesc::finup(std::span<const std::byte> data,
                                           std::span<std::byte> out) {
  if (auto result = update(data); !result) {
    return result;
  }
  return final(out);
}

tl::expected<void, Errno> ShashDesc::digest(std::span<const std::byte> data,
                                            std::span<std::byte> out) {
  if (auto result = init(); !result) {
    return result;
  }
  return finup(data, out);
}

tl::expected<Shash, Errno> alloc_shash(const Context& context,
                                       std::string_view name, AlgFlags type,
                                       AlgFlags mask) {
  type = (type & ~kAlgTypeMask) | kAlgTypeShash;
  mask |= kAlgTypeMask;
  while (true) {
    auto found = find_alg(context, name, type, mask);
    if (!found) {
      return fail(found.error());
    }
    const auto& alg = static_cast<const ShashAlg&>(**found);
    auto own = or_enomem([&] { return alg.init_tfm(context); });
    if (own) {
      return Shash(std::move(*found), context, std::move(*own));
    }
    if (own.error().code() != EAGAIN) {
      return fail(own.error());
    }
    // What it was built on is gone: let the next lookup build a new one.
    shoot_alg(context.registry(), **found);
    if (context.stop().stop_requested()) {
      return fail(EINTR);
    }
  }
}

tl::expected<std::shared_ptr<Spawn>, Errno> grab_shash(const Context& context,
                                                       std::string_view name,
                                                       AlgFlags mask) {
  return grab_spawn(context, name, kAlgTypeShash, mask | kAlgTypeMask);
}

tl::expected<Shash, Errno> spawn_shash(const Context& context,
                                       const Spawn& spawn) {
  AlgRef inner;
  {
    const Readers::Section section(context.registry().impl().readers);
    if (!spawn.dead && !is_moribund(*spawn.alg)) {
      inner = pin(spawn.alg);
    }
  }
  if (!inner) {
    return fail(EAGAIN);
  }
  const auto& alg = static_cast<const ShashAlg&>(*inner);
  auto own = or_enomem([&] { return alg.init_tfm(context); });
  if (!own) {
    return fail(own.error());
  }
  return Shash(std::move(inner), context, std::move(*own));
}

}  // namespace crypto
