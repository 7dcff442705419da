#include <memory>

#include <openssl/sha.h>

#include "config.h"
#include "crypto/algapi.h"
#include "crypto/hash.h"
#include "crypto/module.h"
#include "crypto/testmgr.h"

namespace crypto {

/// In sha256_libcrypto_selftest.cc, where that is a source.
extern const std::span<const AlgTest> kSha256LibcryptoSelftests;

tl::expected<void, Errno> sha256_libcrypto_mod_init(
    const ModuleContext& context);
std::span<const AlgTest> sha256_libcrypto_tests();

namespace {

// libcrypto's low-level functions: their state can lie on the caller's stack
// and be copied, where that of EVP is allocated. They return 1 for success.
tl::expected<void, Errno> check_ssl(int ok) {
  if (ok != 1) {
    return fail(EIO);
  }
  return {};
}

// Blocks are counted from the length it keeps, in bits.
std::uint64_t blocks_of(const SHA256_CTX& own) {
  const std::uint64_t bits = std::uint64_t{own.Nh} << 32U | own.Nl;
  return bits / (std::uint64_t{8} * SHA256_CBLOCK);
}

/// SHA-256 by libcrypto, as fast as the processor allows.
class Sha256Libcrypto final : public ShashAlg {
 public:
  Sha256Libcrypto() {
    name = "sha256";
    driver_name = "sha256-libcrypto";
    priority = 170;
    blocksize = SHA256_CBLOCK;
    digestsize = SHA256_DIGEST_LENGTH;
    statesize = sizeof(SHA256_CTX);
  }

  [[nodiscard]] tl::expected<void, Errno> init(
      const ShashContext* /*context*/, HashState& state) const override {
    return check_ssl(SHA256_Init(&state.as<SHA256_CTX>()));
  }

  [[nodiscard]] tl::expected<void, Errno> update(
      const ShashContext* /*context*/, HashState& state,
      std::span<const std::byte> data) const override {
    auto& own = state.as<SHA256_CTX>();
    const std::uint64_t before = blocks_of(own);
    auto result = check_ssl(SHA256_Update(&own, data.data(), data.size()));
    state.blocks += blocks_of(own) - before;
    return result;
  }

  [[nodiscard]] tl::expected<void, Errno> final(
      const ShashContext* /*context*/, HashState& state,
      std::span<std::byte> out) const override {
    auto& own = state.as<SHA256_CTX>();
    // The length takes 9 bytes of padding.
    state.blocks += own.num > SHA256_CBLOCK - 9 ? 2 : 1;
    return check_ssl(
        SHA256_Final(reinterpret_cast<unsigned char*>(out.data()), &own));
  }
};

}  // namespace

std::span<const AlgTest> sha256_libcrypto_tests() {
  if constexpr (config::selftests_compiled) {
    return kSha256LibcryptoSelftests;
  }
  return {};
}

[[gnu::noinline]] tl::expected<void, Errno> sha256_libcrypto_mod_init(
    const ModuleContext& context) {
  return register_alg(context, std::make_shared<Sha256Libcrypto>());
}

}  // namespace crypto
