#include <memory>

#include <openssl/sha.h>

#include "crypto/algapi.h"
#include "crypto/module.h"
#include "modules/counted_hash.h"
#include "modules/libcrypto_hash.h"

namespace crypto {

tl::expected<void, Errno> sha1_libcrypto_mod_init(const ModuleContext& context);

namespace {

/// SHA-1 by libcrypto.

constexpr HashRow<LibcryptoHash<SHA_CTX>> kSha1 = {
    .name = "sha1",
    .driver_name = "sha1-libcrypto",
    .blocksize = SHA_CBLOCK,
    .digestsize = SHA_DIGEST_LENGTH,
    .padding = 9,
    .provider = {SHA1_Init, SHA1_Update, SHA1_Final}};

}  // namespace

[[gnu::noinline]] tl::expected<void, Errno> sha1_libcrypto_mod_init(
    const ModuleContext& context) {
  return register_alg(context,
                      std::make_shared<CountedHash<LibcryptoHash<SHA_CTX>>>(
                          kSha1, kLibcryptoPriority));
}

}  // namespace crypto
