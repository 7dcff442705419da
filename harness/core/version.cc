#include "harness/core/version.h"

namespace heed::core {

std::string_view version() { return HEED_VERSION; }

}  // namespace heed::core
