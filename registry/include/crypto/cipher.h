#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "crypto/tfm.h"

namespace crypto {

/// A block cipher. Implemented by the providers in src/modules. Both
/// operations work on exactly one block, `out` may be `in`, and are called by
/// many threads at once.
class CipherAlg : public TfmAlg {
 public:
  CipherAlg();

  [[nodiscard]] std::string_view type_name() const override;
  [[nodiscard]] std::string type_lines() const override;

  virtual void encrypt(const TfmContext* context, std::span<std::byte> out,
                       std::span<const std::byte> in) const = 0;
  virtual void decrypt(const TfmContext* context, std::span<std::byte> out,
                       std::span<const std::byte> in) const = 0;
};

/// A handle on a block cipher: what modes are built on. While nobody calls
/// setkey(), any number of threads may use one const handle.
class Cipher : public KeyedTfm {
 public:
  static constexpr AlgFlags kType = kAlgTypeCipher;

  Cipher(AlgRef alg, const Context& context,
         std::unique_ptr<TfmContext> tfm_context)
      : KeyedTfm(std::move(alg), context, std::move(tfm_context)),
        alg_(static_cast<const CipherAlg*>(&base_alg())) {}

  [[nodiscard]] const CipherAlg& alg() const { return *alg_; }
  [[nodiscard]] std::size_t blocksize() const { return alg_->blocksize; }

  /// One block; in place where both are the same memory. Errors: ENOKEY;
  /// EINVAL unless both are of blocksize() bytes.
  [[nodiscard]] tl::expected<void, Errno> encrypt(
      std::span<std::byte> out, std::span<const std::byte> in) const;
  [[nodiscard]] tl::expected<void, Errno> decrypt(
      std::span<std::byte> out, std::span<const std::byte> in) const;

 private:
  [[nodiscard]] tl::expected<void, Errno> check(
      std::span<std::byte> out, std::span<const std::byte> in) const;

  const CipherAlg* alg_;
};

/// As alloc_shash(), among block ciphers.
[[nodiscard]] tl::expected<Cipher, Errno> alloc_cipher(const Context& context,
                                                       std::string_view name,
                                                       AlgFlags type = 0,
                                                       AlgFlags mask = 0);

/// For templates over block ciphers; as grab_shash() and spawn_shash().
[[nodiscard]] tl::expected<std::shared_ptr<Spawn>, Errno> grab_cipher(
    const Context& context, std::string_view name, AlgFlags mask);
[[nodiscard]] tl::expected<Cipher, Errno> spawn_cipher(const Context& context,
                                                       const Spawn& spawn);

}  // namespace crypto
