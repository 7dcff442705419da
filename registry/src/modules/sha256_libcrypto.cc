#include <array>
#include <memory>

#include <openssl/sha.h>

#include "crypto/algapi.h"
#include "crypto/module.h"
#include "modules/counted_hash.h"
#include "modules/libcrypto_hash.h"

namespace crypto {

tl::expected<void, Errno> sha256_libcrypto_mod_init(
    const ModuleContext& context);

namespace {

/// SHA-256 and SHA-224 by libcrypto, as fast as the processor allows.

constexpr HashRow<LibcryptoHash<SHA256_CTX>> kSha256 = {
    .name = "sha256",
    .driver_name = "sha256-libcrypto",
    .blocksize = SHA256_CBLOCK,
    .digestsize = SHA256_DIGEST_LENGTH,
    .padding = 9,
    .provider = {SHA256_Init, SHA256_Update, SHA256_Final}};

constexpr HashRow<LibcryptoHash<SHA256_CTX>> kSha224 = {
    .name = "sha224",
    .driver_name = "sha224-libcrypto",
    .blocksize = SHA256_CBLOCK,
    .digestsize = SHA224_DIGEST_LENGTH,
    .padding = 9,
    .provider = {SHA224_Init, SHA224_Update, SHA224_Final}};

}  // namespace

[[gnu::noinline]] tl::expected<void, Errno> sha256_libcrypto_mod_init(
    const ModuleContext& context) {
  const std::array<std::shared_ptr<Alg>, 2> algs = {
      std::make_shared<CountedHash<LibcryptoHash<SHA256_CTX>>>(
          kSha256, kLibcryptoPriority),
      std::make_shared<CountedHash<LibcryptoHash<SHA256_CTX>>>(
          kSha224, kLibcryptoPriority)};
  return register_algs(context, algs);
}

}  // namespace crypto
