#include <array>
#include <memory>
#include <string>
#include <utility>

#include <openssl/evp.h>

#include "crypto/algapi.h"
#include "crypto/hash.h"
#include "crypto/module.h"
#include "modules/libcrypto_hash.h"

namespace crypto {

tl::expected<void, Errno> sha3_libcrypto_mod_init(const ModuleContext& context);

namespace {

struct FreeMd {
  void operator()(EVP_MD* md) const { EVP_MD_free(md); }
};
using Md = std::unique_ptr<EVP_MD, FreeMd>;

struct FreeMdCtx {
  void operator()(EVP_MD_CTX* ctx) const { EVP_MD_CTX_free(ctx); }
};
using MdCtx = std::unique_ptr<EVP_MD_CTX, FreeMdCtx>;

struct State {
  // Owned while the state is live.
  EVP_MD_CTX* ctx;
  std::uint64_t length_bytes;
};

tl::expected<void, Errno> check_ssl(int ok) {
  if (ok != 1) {
    return fail(EIO);
  }
  return {};
}

/// SHA-3 by libcrypto. It has no low-level functions, so that a state is a
/// pointer to what EVP allocates.
class Sha3Libcrypto final : public ShashAlg {
 public:
  explicit Sha3Libcrypto(Md md) : md_(std::move(md)) {
    priority = kLibcryptoPriority;
    blocksize = static_cast<std::size_t>(EVP_MD_get_block_size(md_.get()));
    digestsize = static_cast<std::size_t>(EVP_MD_get_size(md_.get()));
    statesize = sizeof(State);
    name = "sha3-" + std::to_string(digestsize * 8);
    driver_name = name + "-libcrypto";
  }

  [[nodiscard]] tl::expected<void, Errno> init(
      const ShashContext* /*context*/, HashState& state) const override {
    MdCtx ctx(EVP_MD_CTX_new());
    if (ctx == nullptr) {
      return fail(ENOMEM);
    }
    auto result = check_ssl(EVP_DigestInit_ex2(ctx.get(), md_.get(), nullptr));
    if (result) {
      state.as<State>() = {.ctx = ctx.release(), .length_bytes = 0};
    }
    return result;
  }

  [[nodiscard]] tl::expected<void, Errno> update(
      const ShashContext* /*context*/, HashState& state,
      std::span<const std::byte> data) const override {
    auto& own = state.as<State>();
    const std::uint64_t before = own.length_bytes / blocksize;
    own.length_bytes += data.size();
    state.blocks += own.length_bytes / blocksize - before;
    return check_ssl(EVP_DigestUpdate(own.ctx, data.data(), data.size()));
  }

  [[nodiscard]] tl::expected<void, Errno> final(
      const ShashContext* /*context*/, HashState& state,
      std::span<std::byte> out) const override {
    // Padding always fits into the block that has begun.
    ++state.blocks;
    const MdCtx ctx(std::exchange(state.as<State>().ctx, nullptr));
    return check_ssl(EVP_DigestFinal_ex(
        ctx.get(), reinterpret_cast<unsigned char*>(out.data()), nullptr));
  }

  [[nodiscard]] tl::expected<void, Errno> copy(
      const ShashContext* /*context*/, HashState& to,
      const HashState& from) const override {
    const auto& other = from.as<State>();
    MdCtx ctx(EVP_MD_CTX_new());
    if (ctx == nullptr) {
      return fail(ENOMEM);
    }
    auto result = check_ssl(EVP_MD_CTX_copy_ex(ctx.get(), other.ctx));
    if (result) {
      to.as<State>() = {.ctx = ctx.release(),
                        .length_bytes = other.length_bytes};
    }
    return result;
  }

  void release(const ShashContext* /*context*/,
               HashState& state) const override {
    // EVP wipes what it frees.
    const MdCtx ctx(std::exchange(state.as<State>().ctx, nullptr));
  }

 private:
  Md md_;
};

constexpr const char* kNames[] = {"SHA3-224", "SHA3-256", "SHA3-384",
                                  "SHA3-512"};

}  // namespace

[[gnu::noinline]] tl::expected<void, Errno> sha3_libcrypto_mod_init(
    const ModuleContext& context) {
  std::array<std::shared_ptr<Alg>, std::size(kNames)> algs;
  for (std::size_t i = 0; i < algs.size(); ++i) {
    Md md(EVP_MD_fetch(nullptr, kNames[i], nullptr));
    if (md == nullptr) {
      return fail(ENOENT);
    }
    algs[i] = std::make_shared<Sha3Libcrypto>(std::move(md));
  }
  return register_algs(context, algs);
}

}  // namespace crypto
