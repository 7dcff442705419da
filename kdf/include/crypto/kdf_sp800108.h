#pragma once

#include <cstddef>
#include <span>

#include "crypto/errno.h"
#include "crypto/hash.h"

namespace crypto {

/// The kernel's interface to SP 800-108 in counter mode, HMAC as the
/// pseudo-random function, or any hash that the caller gives.

/// Keys `kmd` for derivations. `ikm` must be null: key material of its own has
/// no place in this KDF.
/// Errors: EINVAL (`ikm` given, which leaves the key as it was; key shorter
/// than the digest, SP 800-108 section 7.2), ENOSYS (unkeyed hash), else what
/// the hash says. After a failure of the hash it needs a key again.
/// REQUIRES: no other thread uses `kmd`.
[[nodiscard]] tl::expected<void, Errno> kdf108_setkey(
    Shash& kmd, std::span<const std::byte> key, std::span<const std::byte> ikm);

/// Fills `dst` with MAC(be32(i) || info[0] || ... || info[n-1]), i = 1, 2, ...,
/// cut to its size. Nothing is added to `info`: label, zero byte, context and
/// length are the caller's. An unkeyed hash is legal, and so is no info.
/// An empty `dst` succeeds at once, even without a key.
/// Errors: EINVAL, before anything is written (hash without digest, `dst`
/// overlaps info, `dst` or a segment above 2^32 - 1 bytes); what the hash says
/// (ENOKEY), and then all of `dst` is zero.
/// Any number of threads may share `kmd` while nobody sets its key. Neither
/// allocates nor locks.
[[nodiscard]] tl::expected<void, Errno> kdf108_ctr_generate(
    const Shash& kmd, std::span<const std::span<const std::byte>> info,
    std::span<std::byte> dst);

}  // namespace crypto
