#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "crypto/tfm.h"

namespace crypto {

inline constexpr std::size_t kMaxIvSize = 16;

/// A symmetric-key cipher: a mode that takes a message and an iv. Implemented
/// by templates in src/modules. The operations are called by many threads at
/// once, with lengths that the handle has checked.
class SkcipherAlg : public TfmAlg {
 public:
  SkcipherAlg();

  std::size_t ivsize = 0;
  /// Bytes after which a message may be cut and continued with the iv left.
  std::size_t chunksize = 0;

  [[nodiscard]] std::string_view type_name() const override;
  [[nodiscard]] std::string type_lines() const override;

  /// `dst` is as long as `src`, which is a multiple of the block size, and is
  /// the same memory or does not touch it. The iv is left as the next request
  /// of the same message needs it.
  [[nodiscard]] virtual tl::expected<void, Errno> encrypt(
      const TfmContext* context, std::span<std::byte> dst,
      std::span<const std::byte> src, std::span<std::byte> iv) const = 0;
  [[nodiscard]] virtual tl::expected<void, Errno> decrypt(
      const TfmContext* context, std::span<std::byte> dst,
      std::span<const std::byte> src, std::span<std::byte> iv) const = 0;
};

/// A handle on a symmetric-key cipher. While nobody calls setkey(), any number
/// of threads may use one const handle.
class Skcipher : public KeyedTfm {
 public:
  static constexpr AlgFlags kType = kAlgTypeSkcipher;

  Skcipher(AlgRef alg, const Context& context,
           std::unique_ptr<TfmContext> tfm_context)
      : KeyedTfm(std::move(alg), context, std::move(tfm_context)),
        alg_(static_cast<const SkcipherAlg*>(&base_alg())) {}

  [[nodiscard]] const SkcipherAlg& alg() const { return *alg_; }
  [[nodiscard]] std::size_t blocksize() const { return alg_->blocksize; }
  [[nodiscard]] std::size_t ivsize() const { return alg_->ivsize; }

  /// Writes src.size() bytes to `dst` and changes `iv` as the kernel does: to
  /// the last block of ciphertext (cbc), to the next counter (ctr). In place
  /// where `dst` and `src` begin at the same byte; otherwise they must not
  /// overlap. Errors: ENOKEY; EINVAL if `dst` is shorter than `src`, `iv` not
  /// of ivsize() bytes, or `src` no multiple of the block size.
  [[nodiscard]] tl::expected<void, Errno> encrypt(
      std::span<std::byte> dst, std::span<const std::byte> src,
      std::span<std::byte> iv) const;
  [[nodiscard]] tl::expected<void, Errno> decrypt(
      std::span<std::byte> dst, std::span<const std::byte> src,
      std::span<std::byte> iv) const;

 private:
  [[nodiscard]] tl::expected<void, Errno> check(std::span<std::byte> dst,
                                                std::span<const std::byte> src,
                                                std::span<std::byte> iv) const;

  const SkcipherAlg* alg_;
};

/// As alloc_shash(), among symmetric-key ciphers.
[[nodiscard]] tl::expected<Skcipher, Errno> alloc_skcipher(
    const Context& context, std::string_view name, AlgFlags type = 0,
    AlgFlags mask = 0);

/// For templates over symmetric-key ciphers; as grab_shash(), spawn_shash().
[[nodiscard]] tl::expected<std::shared_ptr<Spawn>, Errno> grab_skcipher(
    const Context& context, std::string_view name, AlgFlags mask);
[[nodiscard]] tl::expected<Skcipher, Errno> spawn_skcipher(
    const Context& context, const Spawn& spawn);

}  // namespace crypto
