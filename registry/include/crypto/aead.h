#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "crypto/tfm.h"

namespace crypto {

/// One message to seal or to open. Sealing writes the ciphertext and then the
/// tag to `dst`; opening reads them from `src`. In place where `dst` and `src`
/// begin at the same byte; otherwise they must not overlap.
struct AeadRequest {
  std::span<const std::byte> iv;
  /// Authenticated, neither encrypted nor copied.
  std::span<const std::byte> assoc;
  std::span<const std::byte> src;
  std::span<std::byte> dst;
};

/// Authenticated encryption with associated data. Implemented by templates in
/// src/modules. Both operations are called by many threads at once, with
/// lengths that the handle has checked.
class AeadAlg : public TfmAlg {
 public:
  AeadAlg();

  std::size_t ivsize = 0;
  std::size_t maxauthsize = 0;

  [[nodiscard]] std::string_view type_name() const override;
  [[nodiscard]] std::string type_lines() const override;

  /// True for the lengths of tags, in bytes, that the mode knows.
  [[nodiscard]] virtual bool is_authsize(std::size_t authsize) const = 0;
  [[nodiscard]] virtual tl::expected<void, Errno> encrypt(
      const TfmContext* context, const AeadRequest& request,
      std::size_t authsize) const = 0;
  /// EBADMSG if the tag is wrong; nothing has been written then.
  [[nodiscard]] virtual tl::expected<void, Errno> decrypt(
      const TfmContext* context, const AeadRequest& request,
      std::size_t authsize) const = 0;
};

/// A handle on an authenticated cipher. While nobody calls setkey() or
/// setauthsize(), any number of threads may use one const handle.
class Aead : public KeyedTfm {
 public:
  static constexpr AlgFlags kType = kAlgTypeAead;

  Aead(AlgRef alg, const Context& context,
       std::unique_ptr<TfmContext> tfm_context)
      : KeyedTfm(std::move(alg), context, std::move(tfm_context)),
        alg_(static_cast<const AeadAlg*>(&base_alg())),
        authsize_(alg_->maxauthsize) {}

  [[nodiscard]] const AeadAlg& alg() const { return *alg_; }
  [[nodiscard]] std::size_t ivsize() const { return alg_->ivsize; }
  /// Bytes of the tag; the longest until set.
  [[nodiscard]] std::size_t authsize() const { return authsize_; }

  /// EINVAL for a length that the mode does not know; the old one stays.
  [[nodiscard]] tl::expected<void, Errno> setauthsize(std::size_t authsize);

  /// Errors: ENOKEY; EINVAL if the iv is not of ivsize() bytes, `dst` too
  /// short, or `src` of decrypt() shorter than a tag; EBADMSG if the tag is
  /// wrong, and then `dst` is as it was.
  [[nodiscard]] tl::expected<void, Errno> encrypt(
      const AeadRequest& request) const;
  [[nodiscard]] tl::expected<void, Errno> decrypt(
      const AeadRequest& request) const;

 private:
  [[nodiscard]] tl::expected<void, Errno> check(
      const AeadRequest& request) const;

  const AeadAlg* alg_;
  std::size_t authsize_;
};

/// As alloc_shash(), among authenticated ciphers.
[[nodiscard]] tl::expected<Aead, Errno> alloc_aead(const Context& context,
                                                   std::string_view name,
                                                   AlgFlags type = 0,
                                                   AlgFlags mask = 0);

/// For templates over authenticated ciphers; as grab_shash(), spawn_shash().
[[nodiscard]] tl::expected<std::shared_ptr<Spawn>, Errno> grab_aead(
    const Context& context, std::string_view name, AlgFlags mask);
[[nodiscard]] tl::expected<Aead, Errno> spawn_aead(const Context& context,
                                                   const Spawn& spawn);

}  // namespace crypto
