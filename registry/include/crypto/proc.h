#pragma once

#include <string>

#include "crypto/registry.h"

namespace crypto {

/// The text of /proc/crypto, newest first as in the kernel. `selftest` says
/// passed for everything usable, also if never tested; the line `teststate`
/// after it is ours and says what really happened.
[[nodiscard]] std::string proc_crypto(const Registry& registry);

}  // namespace crypto
