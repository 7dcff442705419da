#include "crypto/algapi.h"
#include "crypto/module.h"

namespace crypto {

tl::expected<void, Errno> cryptomgr_init(const ModuleContext& context);

/// The manager: from here on templates can be instantiated, tests scheduled.
[[gnu::noinline]] tl::expected<void, Errno> cryptomgr_init(
    const ModuleContext& context) {
  register_manager(context);
  return {};
}

}  // namespace crypto
