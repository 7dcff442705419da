#pragma once

#include "crypto/context.h"

namespace crypto {

/// `fips=1` on the command line. It forbids algorithms without an approved
/// self-test, makes a failed self-test a panic and beats `notests`.
[[nodiscard]] bool fips_enabled(const Context& context);

}  // namespace crypto
