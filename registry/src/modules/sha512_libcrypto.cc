#include <array>
#include <memory>

#include <openssl/sha.h>

#include "crypto/algapi.h"
#include "crypto/module.h"
#include "modules/counted_hash.h"
#include "modules/libcrypto_hash.h"

namespace crypto {

tl::expected<void, Errno> sha512_libcrypto_mod_init(
    const ModuleContext& context);

namespace {

/// SHA-512 and SHA-384 by libcrypto.

constexpr HashRow<LibcryptoHash<SHA512_CTX>> kSha512 = {
    .name = "sha512",
    .driver_name = "sha512-libcrypto",
    .blocksize = SHA512_CBLOCK,
    .digestsize = SHA512_DIGEST_LENGTH,
    .padding = 17,
    .provider = {SHA512_Init, SHA512_Update, SHA512_Final}};

constexpr HashRow<LibcryptoHash<SHA512_CTX>> kSha384 = {
    .name = "sha384",
    .driver_name = "sha384-libcrypto",
    .blocksize = SHA512_CBLOCK,
    .digestsize = SHA384_DIGEST_LENGTH,
    .padding = 17,
    .provider = {SHA384_Init, SHA384_Update, SHA384_Final}};

}  // namespace

[[gnu::noinline]] tl::expected<void, Errno> sha512_libcrypto_mod_init(
    const ModuleContext& context) {
  const std::array<std::shared_ptr<Alg>, 2> algs = {
      std::make_shared<CountedHash<LibcryptoHash<SHA512_CTX>>>(
          kSha512, kLibcryptoPriority),
      std::make_shared<CountedHash<LibcryptoHash<SHA512_CTX>>>(
          kSha384, kLibcryptoPriority)};
  return register_algs(context, algs);
}

}  // namespace crypto
