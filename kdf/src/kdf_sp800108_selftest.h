#pragma once

#include "crypto/errno.h"
#include "crypto/module.h"

namespace crypto {

/// Five known answers over one handle on hmac(sha256), through the functions
/// that users call. Reports itself; a failure is a panic under fips, else a
/// warning. Part of the image only where self-tests are compiled.
/// Errors: ENOMEM (no handle, whatever the cause), EINVAL (wrong answer),
/// others as they come.
[[nodiscard]] tl::expected<void, Errno> kdf108_selftest(
    const ModuleContext& context);

}  // namespace crypto
