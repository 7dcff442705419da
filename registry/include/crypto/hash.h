#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "crypto/tfm.h"

namespace crypto {

inline constexpr std::size_t kMaxDigestSize = 64;
inline constexpr std::size_t kMaxStateSize = 384;

/// Room for the running state of one hash operation of any algorithm. Plain
/// bytes, on the caller's stack; may be copied, so that a keyed state can be
/// kept and restarted from.
struct alignas(16) HashState {
  std::array<std::byte, kMaxStateSize> bytes;
  /// Compressions done so far, counted by the algorithm.
  std::uint64_t blocks = 0;

  /// The bytes as an algorithm's own state.
  template <typename T>
  [[nodiscard]] T& as() {
    static_assert(std::is_trivially_copyable_v<T>);
    static_assert(sizeof(T) <= kMaxStateSize && alignof(T) <= 16);
    return *std::launder(reinterpret_cast<T*>(bytes.data()));
  }
  template <typename T>
  [[nodiscard]] const T& as() const {
    static_assert(std::is_trivially_copyable_v<T>);
    static_assert(sizeof(T) <= kMaxStateSize && alignof(T) <= 16);
    return *std::launder(reinterpret_cast<const T*>(bytes.data()));
  }
};

/// As hashes call it.
using ShashContext = TfmContext;

/// A synchronous hash. Implemented by the providers in src/modules, faked in
/// tests. The operations work on the caller's state alone and are called by
/// many threads at once; `context` is null unless init_tfm() made one.
///
/// A state is live from a successful init() or copy() until final(), whatever
/// that returns, or release(). Most are plain bytes and need neither copy()
/// nor release() of their own; one that refers to memory has both.
class ShashAlg : public TfmAlg {
 public:
  ShashAlg();

  std::size_t digestsize = 0;
  /// Bytes of HashState that it uses.
  std::size_t statesize = 0;

  [[nodiscard]] std::string_view type_name() const override;
  [[nodiscard]] std::string type_lines() const override;

  [[nodiscard]] virtual tl::expected<void, Errno> init(
      const ShashContext* context, HashState& state) const = 0;
  [[nodiscard]] virtual tl::expected<void, Errno> update(
      const ShashContext* context, HashState& state,
      std::span<const std::byte> data) const = 0;
  /// REQUIRES: `out` holds digestsize bytes.
  [[nodiscard]] virtual tl::expected<void, Errno> final(
      const ShashContext* context, HashState& state,
      std::span<std::byte> out) const = 0;
  /// Makes `to`, which is not live, a second state like the live `from`. Does
  /// not touch the count of blocks.
  [[nodiscard]] virtual tl::expected<void, Errno> copy(
      const ShashContext* context, HashState& to, const HashState& from) const;
  /// Ends a live state that no final() will end.
  virtual void release(const ShashContext* context, HashState& state) const;
};

/// A handle on a hash. While nobody calls setkey(), any number of threads may
/// hash with one const handle, each with a ShashDesc of its own.
class Shash : public KeyedTfm {
 public:
  static constexpr AlgFlags kType = kAlgTypeShash;

  Shash(AlgRef alg, const Context& context,
        std::unique_ptr<TfmContext> tfm_context)
      : KeyedTfm(std::move(alg), context, std::move(tfm_context)),
        alg_(static_cast<const ShashAlg*>(&base_alg())) {}

  [[nodiscard]] const ShashAlg& alg() const { return *alg_; }
  [[nodiscard]] std::size_t digestsize() const { return alg_->digestsize; }
  [[nodiscard]] std::size_t blocksize() const { return alg_->blocksize; }
  [[nodiscard]] const ShashContext* shash_context() const {
    return tfm_context();
  }

  /// Hashes `data` in one go. Errors: as ShashDesc.
  [[nodiscard]] tl::expected<void, Errno> digest(
      std::span<const std::byte> data, std::span<std::byte> out) const;

 private:
  const ShashAlg* alg_;
};

/// One running hash operation: on the stack, no lock, no allocation but where
/// the algorithm makes one, wiped at the end. init, then update any number of
/// times, then final; anything else is EINVAL until the next init. Not shared
/// between threads; the handle must outlive it. Outputs shorter than the digest
/// are EINVAL; exactly digestsize bytes are written.
class ShashDesc {
 public:
  explicit ShashDesc(const Shash& tfm) : tfm_(&tfm) {}
  ShashDesc(const ShashDesc&) = delete;
  ShashDesc& operator=(const ShashDesc&) = delete;
  ~ShashDesc();

  /// ENOKEY while a keyed handle has no key.
  [[nodiscard]] tl::expected<void, Errno> init();
  [[nodiscard]] tl::expected<void, Errno> update(
      std::span<const std::byte> data);
  [[nodiscard]] tl::expected<void, Errno> final(std::span<std::byte> out);
  [[nodiscard]] tl::expected<void, Errno> finup(std::span<const std::byte> data,
                                                std::span<std::byte> out);
  [[nodiscard]] tl::expected<void, Errno> digest(
      std::span<const std::byte> data, std::span<std::byte> out);

 private:
  void release();

  const Shash* tfm_;
  bool is_running_ = false;
  HashState state_;
};

/// Allocates a handle by generic or driver name. Errors: those of
/// alg_mod_lookup() but never EAGAIN; ENOMEM; what the algorithm's init_tfm()
/// returned.
[[nodiscard]] tl::expected<Shash, Errno> alloc_shash(const Context& context,
                                                     std::string_view name,
                                                     AlgFlags type = 0,
                                                     AlgFlags mask = 0);

/// For templates of hashes: grab_spawn() among hashes, and a handle on what a
/// spawn links to; EAGAIN if that has died.
[[nodiscard]] tl::expected<std::shared_ptr<Spawn>, Errno> grab_shash(
    const Context& context, std::string_view name, AlgFlags mask);
[[nodiscard]] tl::expected<Shash, Errno> spawn_shash(const Context& context,
                                                     const Spawn& spawn);

}  // namespace crypto
