#pragma once

#include <memory>
#include <span>
#include <utility>

#include "crypto/algapi.h"
#include "crypto/cipher.h"
#include "crypto/skcipher.h"

namespace crypto {

/// What a mode keeps with a handle: the cipher of its spawn.
class CipherContext : public TfmContext {
 public:
  explicit CipherContext(Cipher cipher) : cipher_(std::move(cipher)) {}

  [[nodiscard]] const Cipher& cipher() const { return cipher_; }
  [[nodiscard]] tl::expected<void, Errno> setkey(
      std::span<const std::byte> key) {
    return cipher_.setkey(key);
  }

 private:
  Cipher cipher_;
};

/// A mode over a block cipher that has no key but the cipher's; the kernel's
/// skcipher_alloc_instance_simple() and what goes with it.
class SimpleSkcipher : public SkcipherAlg {
 public:
  [[nodiscard]] tl::expected<std::unique_ptr<TfmContext>, Errno> init_tfm(
      const Context& context) const override;
  [[nodiscard]] tl::expected<void, Errno> setkey(
      TfmContext* context, std::span<const std::byte> key) const override;
};

/// For Template::create of a mode that makes `type`: the spawn on the one
/// cipher that the arguments name. Errors: EINVAL for a wrong type or another
/// number of arguments; those of grab_spawn().
[[nodiscard]] tl::expected<std::shared_ptr<Spawn>, Errno> grab_only_cipher(
    const Context& context, const TemplateArgs& args, AlgFlags type);

/// Names `alg` and takes over what a simple mode has from the cipher: key
/// sizes, an iv of one block. Errors: as grab_only_cipher(), inst_setname().
[[nodiscard]] tl::expected<void, Errno> init_simple_instance(
    const Context& context, const Template& tmpl, const TemplateArgs& args,
    SimpleSkcipher& alg);

}  // namespace crypto
