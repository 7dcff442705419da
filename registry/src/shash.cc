#include <cstring>
#include <string>
#include <utility>

#include "crypto/hash.h"
#include "tfm_alloc.h"
#include "type_lines.h"

namespace crypto {

ShashAlg::ShashAlg() { flags = kAlgTypeShash; }

std::string_view ShashAlg::type_name() const { return "shash"; }

std::string ShashAlg::type_lines() const {
  return type_line("blocksize", blocksize) +
         type_line("digestsize", digestsize);
}

tl::expected<void, Errno> ShashAlg::copy(const ShashContext* /*context*/,
                                         HashState& to,
                                         const HashState& from) const {
  std::memcpy(to.bytes.data(), from.bytes.data(), statesize);
  return {};
}

void ShashAlg::release(const ShashContext* /*context*/,
                       HashState& /*state*/) const {}

tl::expected<void, Errno> Shash::digest(std::span<const std::byte> data,
                                        std::span<std::byte> out) const {
  ShashDesc desc(*this);
  return desc.digest(data, out);
}

ShashDesc::~ShashDesc() {
  release();
  wipe(std::span(state_.bytes).first(tfm_->alg().statesize));
  if (state_.blocks > 0) {
    tfm_->context().count(Counter::hash_blocks,
                          static_cast<std::int64_t>(state_.blocks));
  }
}

void ShashDesc::release() {
  if (std::exchange(is_running_, false)) {
    tfm_->alg().release(tfm_->shash_context(), state_);
  }
}

tl::expected<void, Errno> ShashDesc::init() {
  release();
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
  return alloc_tfm<Shash>(context, name, type, mask);
}

tl::expected<std::shared_ptr<Spawn>, Errno> grab_shash(const Context& context,
                                                       std::string_view name,
                                                       AlgFlags mask) {
  return grab_spawn(context, name, kAlgTypeShash, mask | kAlgTypeMask);
}

tl::expected<Shash, Errno> spawn_shash(const Context& context,
                                       const Spawn& spawn) {
  return spawn_tfm<Shash>(context, spawn);
}

}  // namespace crypto
