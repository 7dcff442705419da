#include <array>
#include <memory>

#include <nettle/sha2.h>

#include "crypto/algapi.h"
#include "crypto/module.h"
#include "modules/counted_hash.h"
#include "modules/nettle_hash.h"

namespace crypto {

tl::expected<void, Errno> sha512_nettle_mod_init(const ModuleContext& context);

namespace {

/// SHA-512 and SHA-384 by nettle.

constexpr HashRow<NettleHash<sha512_ctx>> kSha512 = {
    .name = "sha512",
    .driver_name = "sha512-nettle",
    .blocksize = SHA512_BLOCK_SIZE,
    .digestsize = SHA512_DIGEST_SIZE,
    .padding = 17,
    .provider = {sha512_init, sha512_update, sha512_digest}};

constexpr HashRow<NettleHash<sha384_ctx>> kSha384 = {
    .name = "sha384",
    .driver_name = "sha384-nettle",
    .blocksize = SHA384_BLOCK_SIZE,
    .digestsize = SHA384_DIGEST_SIZE,
    .padding = 17,
    .provider = {sha384_init, sha384_update, sha384_digest}};

}  // namespace

[[gnu::noinline]] tl::expected<void, Errno> sha512_nettle_mod_init(
    const ModuleContext& context) {
  const std::array<std::shared_ptr<Alg>, 2> algs = {
      std::make_shared<CountedHash<NettleHash<sha512_ctx>>>(kSha512,
                                                            kNettlePriority),
      std::make_shared<CountedHash<NettleHash<sha384_ctx>>>(kSha384,
                                                            kNettlePriority)};
  return register_algs(context, algs);
}

}  // namespace crypto
