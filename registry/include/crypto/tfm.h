#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <span>

#include "crypto/algapi.h"
#include "crypto/api.h"

namespace crypto {

/// What every kind of handle shares, the users' and the providers' side.

/// What an algorithm keeps with a handle: its key, an inner handle. Wiped by
/// its destructor.
class TfmContext {
 public:
  TfmContext() = default;
  TfmContext(const TfmContext&) = delete;
  TfmContext& operator=(const TfmContext&) = delete;
  virtual ~TfmContext() = default;
};

/// An algorithm that handles are allocated on. The base of each kind; the
/// providers in src/modules implement it, through that.
class TfmAlg : public Alg {
 public:
  /// Handles refuse to work before setkey().
  bool is_keyed = false;
  /// The lengths of keys, in bytes, that reach setkey().
  std::size_t min_keysize = 0;
  std::size_t max_keysize = std::numeric_limits<std::size_t>::max();

  /// What a new handle keeps; null if nothing.
  [[nodiscard]] virtual tl::expected<std::unique_ptr<TfmContext>, Errno>
  init_tfm(const Context& context) const;
  /// ENOSYS where there is no key.
  [[nodiscard]] virtual tl::expected<void, Errno> setkey(
      TfmContext* context, std::span<const std::byte> key) const;
};

/// A handle with its algorithm's own context, and a key if there is one.
class KeyedTfm : public Tfm {
 public:
  KeyedTfm(AlgRef alg, const Context& context,
           std::unique_ptr<TfmContext> tfm_context);

  [[nodiscard]] bool is_keyed() const { return tfm_alg_->is_keyed; }
  [[nodiscard]] bool needs_key() const { return needs_key_; }
  [[nodiscard]] TfmContext* tfm_context() const { return tfm_context_.get(); }

  /// ENOSYS for an algorithm without key, EINVAL for a length that it does not
  /// take; after any failure a keyed one needs a key. Excludes all other use
  /// of the handle meanwhile.
  [[nodiscard]] tl::expected<void, Errno> setkey(
      std::span<const std::byte> key);

 private:
  const TfmAlg* tfm_alg_;
  std::unique_ptr<TfmContext> tfm_context_;
  bool needs_key_;
};

/// Overwrites memory that held secrets; not optimised away.
void wipe(std::span<std::byte> memory);

}  // namespace crypto
