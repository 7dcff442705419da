#include "crypto/cipher.h"

#include "tfm_alloc.h"
#include "type_lines.h"

namespace crypto {

CipherAlg::CipherAlg() {
  flags = kAlgTypeCipher;
  is_keyed = true;
}

std::string_view CipherAlg::type_name() const { return "cipher"; }

std::string CipherAlg::type_lines() const {
  return type_line("blocksize", blocksize) +
         type_line("min keysize", min_keysize) +
         type_line("max keysize", max_keysize);
}

tl::expected<void, Errno> Cipher::check(std::span<std::byte> out,
                                        std::span<const std::byte> in) const {
  if (needs_key()) {
    return fail(ENOKEY);
  }
  if (out.size() != blocksize() || in.size() != blocksize()) {
    return fail(EINVAL);
  }
  return {};
}

tl::expected<void, Errno> Cipher::encrypt(std::span<std::byte> out,
                                          std::span<const std::byte> in) const {
  if (auto result = check(out, in); !result) {
    return result;
  }
  context().count(Counter::cipher_blocks);
  alg_->encrypt(tfm_context(), out, in);
  return {};
}

tl::expected<void, Errno> Cipher::decrypt(std::span<std::byte> out,
                                          std::span<const std::byte> in) const {
  if (auto result = check(out, in); !result) {
    return result;
  }
  context().count(Counter::cipher_blocks);
  alg_->decrypt(tfm_context(), out, in);
  return {};
}

tl::expected<Cipher, Errno> alloc_cipher(const Context& context,
                                         std::string_view name, AlgFlags type,
                                         AlgFlags mask) {
  return alloc_tfm<Cipher>(context, name, type, mask);
}

tl::expected<std::shared_ptr<Spawn>, Errno> grab_cipher(const Context& context,
                                                        std::string_view name,
                                                        AlgFlags mask) {
  return grab_spawn(context, name, kAlgTypeCipher, mask | kAlgTypeMask);
}

tl::expected<Cipher, Errno> spawn_cipher(const Context& context,
                                         const Spawn& spawn) {
  return spawn_tfm<Cipher>(context, spawn);
}

}  // namespace crypto
