#pragma once

#include <cstdio>
#include <cstdlib>

namespace crypto {

/// For broken invariants of the registry itself, never for bad input: says
/// which, and aborts. Active in every build.
inline void check(bool holds, const char* invariant) {
  if (!holds) {
    std::fprintf(stderr, "registry: broken invariant: %s\n", invariant);
    std::abort();
  }
}

}  // namespace crypto
