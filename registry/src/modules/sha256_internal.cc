#include <memory>

#include <openssl/sha.h>

#include "crypto/algapi.h"
#include "crypto/module.h"
#include "modules/counted_hash.h"
#include "modules/libcrypto_hash.h"

namespace crypto {

tl::expected<void, Errno> sha256_internal_mod_init(
    const ModuleContext& context);

namespace {

constexpr HashRow<LibcryptoHash<SHA256_CTX>> kSha256 = {
    .name = "__sha256",
    .driver_name = "__sha256-libcrypto",
    .blocksize = SHA256_CBLOCK,
    .digestsize = SHA256_DIGEST_LENGTH,
    .padding = 9,
    .provider = {SHA256_Init, SHA256_Update, SHA256_Final}};

}  // namespace

/// An algorithm that only others may use, as the kernel's drivers keep one for
/// themselves: it is never tested on its own.
[[gnu::noinline]] tl::expected<void, Errno> sha256_internal_mod_init(
    const ModuleContext& context) {
  auto alg = std::make_shared<CountedHash<LibcryptoHash<SHA256_CTX>>>(
      kSha256, kLibcryptoPriority);
  alg->flags |= kAlgInternal;
  return register_alg(context, alg);
}

}  // namespace crypto
