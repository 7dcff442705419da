#include "crypto/skcipher.h"

#include "tfm_alloc.h"
#include "type_lines.h"

namespace crypto {

SkcipherAlg::SkcipherAlg() {
  flags = kAlgTypeSkcipher;
  is_keyed = true;
}

std::string_view SkcipherAlg::type_name() const { return "skcipher"; }

std::string SkcipherAlg::type_lines() const {
  // Nothing here walks in larger steps than chunks, or keeps a state.
  return type_line("async", (flags & kAlgAsync) != 0 ? "yes" : "no") +
         type_line("blocksize", blocksize) +
         type_line("min keysize", min_keysize) +
         type_line("max keysize", max_keysize) + type_line("ivsize", ivsize) +
         type_line("chunksize", chunksize) + type_line("walksize", chunksize) +
         type_line("statesize", 0);
}

tl::expected<void, Errno> Skcipher::check(std::span<std::byte> dst,
                                          std::span<const std::byte> src,
                                          std::span<std::byte> iv) const {
  if (needs_key()) {
    return fail(ENOKEY);
  }
  if (dst.size() < src.size() || iv.size() != ivsize() ||
      src.size() % blocksize() != 0) {
    return fail(EINVAL);
  }
  return {};
}

tl::expected<void, Errno> Skcipher::encrypt(std::span<std::byte> dst,
                                            std::span<const std::byte> src,
                                            std::span<std::byte> iv) const {
  if (auto result = check(dst, src, iv); !result) {
    return result;
  }
  return alg_->encrypt(tfm_context(), dst.first(src.size()), src, iv);
}

tl::expected<void, Errno> Skcipher::decrypt(std::span<std::byte> dst,
                                            std::span<const std::byte> src,
                                            std::span<std::byte> iv) const {
  if (auto result = check(dst, src, iv); !result) {
    return result;
  }
  return alg_->decrypt(tfm_context(), dst.first(src.size()), src, iv);
}

tl::expected<Skcipher, Errno> alloc_skcipher(const Context& context,
                                             std::string_view name,
                                             AlgFlags type, AlgFlags mask) {
  return alloc_tfm<Skcipher>(context, name, type, mask);
}

tl::expected<std::shared_ptr<Spawn>, Errno> grab_skcipher(
    const Context& context, std::string_view name, AlgFlags mask) {
  return grab_spawn(context, name, kAlgTypeSkcipher, mask | kAlgTypeMask);
}

tl::expected<Skcipher, Errno> spawn_skcipher(const Context& context,
                                             const Spawn& spawn) {
  return spawn_tfm<Skcipher>(context, spawn);
}

}  // namespace crypto
