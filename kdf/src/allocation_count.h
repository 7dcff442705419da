#pragma once

#include <cstddef>

namespace crypto {

/// How often this thread has called operator new, which allocation_count.cc
/// replaces for the whole program.
[[nodiscard]] std::size_t allocation_count();

}  // namespace crypto
