#include <memory>

#include <nettle/sha1.h>

#include "crypto/algapi.h"
#include "crypto/module.h"
#include "modules/counted_hash.h"
#include "modules/nettle_hash.h"

namespace crypto {

tl::expected<void, Errno> sha1_nettle_mod_init(const ModuleContext& context);

namespace {

/// SHA-1 by nettle.

constexpr HashRow<NettleHash<sha1_ctx>> kSha1 = {
    .name = "sha1",
    .driver_name = "sha1-nettle",
    .blocksize = SHA1_BLOCK_SIZE,
    .digestsize = SHA1_DIGEST_SIZE,
    .padding = 9,
    .provider = {sha1_init, sha1_update, sha1_digest}};

}  // namespace

[[gnu::noinline]] tl::expected<void, Errno> sha1_nettle_mod_init(
    const ModuleContext& context) {
  return register_alg(context,
                      std::make_shared<CountedHash<NettleHash<sha1_ctx>>>(
                          kSha1, kNettlePriority));
}

}  // namespace crypto
