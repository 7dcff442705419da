#include "crypto/fips.h"

#include "crypto/registry.h"

namespace crypto {

bool fips_enabled(const Context& context) { return context.registry().fips(); }

}  // namespace crypto
