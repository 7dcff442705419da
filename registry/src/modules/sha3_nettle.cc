#include <array>
#include <memory>

#include <nettle/sha3.h>

#include "crypto/algapi.h"
#include "crypto/module.h"
#include "modules/counted_hash.h"
#include "modules/nettle_hash.h"

namespace crypto {

tl::expected<void, Errno> sha3_nettle_mod_init(const ModuleContext& context);

namespace {

/// SHA-3 by nettle: its block is the rate of the sponge.

constexpr HashRow<NettleHash<sha3_224_ctx>> kSha3x224 = {
    .name = "sha3-224",
    .driver_name = "sha3-224-nettle",
    .blocksize = SHA3_224_BLOCK_SIZE,
    .digestsize = SHA3_224_DIGEST_SIZE,
    .padding = 1,
    .provider = {sha3_224_init, sha3_224_update, sha3_224_digest}};

constexpr HashRow<NettleHash<sha3_256_ctx>> kSha3x256 = {
    .name = "sha3-256",
    .driver_name = "sha3-256-nettle",
    .blocksize = SHA3_256_BLOCK_SIZE,
    .digestsize = SHA3_256_DIGEST_SIZE,
    .padding = 1,
    .provider = {sha3_256_init, sha3_256_update, sha3_256_digest}};

constexpr HashRow<NettleHash<sha3_384_ctx>> kSha3x384 = {
    .name = "sha3-384",
    .driver_name = "sha3-384-nettle",
    .blocksize = SHA3_384_BLOCK_SIZE,
    .digestsize = SHA3_384_DIGEST_SIZE,
    .padding = 1,
    .provider = {sha3_384_init, sha3_384_update, sha3_384_digest}};

constexpr HashRow<NettleHash<sha3_512_ctx>> kSha3x512 = {
    .name = "sha3-512",
    .driver_name = "sha3-512-nettle",
    .blocksize = SHA3_512_BLOCK_SIZE,
    .digestsize = SHA3_512_DIGEST_SIZE,
    .padding = 1,
    .provider = {sha3_512_init, sha3_512_update, sha3_512_digest}};

}  // namespace

[[gnu::noinline]] tl::expected<void, Errno> sha3_nettle_mod_init(
    const ModuleContext& context) {
  const std::array<std::shared_ptr<Alg>, 4> algs = {
      std::make_shared<CountedHash<NettleHash<sha3_224_ctx>>>(kSha3x224,
                                                              kNettlePriority),
      std::make_shared<CountedHash<NettleHash<sha3_256_ctx>>>(kSha3x256,
                                                              kNettlePriority),
      std::make_shared<CountedHash<NettleHash<sha3_384_ctx>>>(kSha3x384,
                                                              kNettlePriority),
      std::make_shared<CountedHash<NettleHash<sha3_512_ctx>>>(kSha3x512,
                                                              kNettlePriority)};
  return register_algs(context, algs);
}

}  // namespace crypto
