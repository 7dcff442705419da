#include <array>
#include <memory>

#include <nettle/sha2.h>

#include "crypto/algapi.h"
#include "crypto/module.h"
#include "modules/counted_hash.h"
#include "modules/nettle_hash.h"

namespace crypto {

tl::expected<void, Errno> sha256_nettle_mod_init(const ModuleContext& context);

namespace {

/// SHA-256 and SHA-224 by nettle.

constexpr HashRow<NettleHash<sha256_ctx>> kSha256 = {
    .name = "sha256",
    .driver_name = "sha256-nettle",
    .blocksize = SHA256_BLOCK_SIZE,
    .digestsize = SHA256_DIGEST_SIZE,
    .padding = 9,
    .provider = {sha256_init, sha256_update, sha256_digest}};

constexpr HashRow<NettleHash<sha224_ctx>> kSha224 = {
    .name = "sha224",
    .driver_name = "sha224-nettle",
    .blocksize = SHA224_BLOCK_SIZE,
    .digestsize = SHA224_DIGEST_SIZE,
    .padding = 9,
    .provider = {sha224_init, sha224_update, sha224_digest}};

}  // namespace

[[gnu::noinline]] tl::expected<void, Errno> sha256_nettle_mod_init(
    const ModuleContext& context) {
  const std::array<std::shared_ptr<Alg>, 2> algs = {
      std::make_shared<CountedHash<NettleHash<sha256_ctx>>>(kSha256,
                                                            kNettlePriority),
      std::make_shared<CountedHash<NettleHash<sha224_ctx>>>(kSha224,
                                                            kNettlePriority)};
  return register_algs(context, algs);
}

}  // namespace crypto
