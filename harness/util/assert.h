#pragma once

namespace heed::util {
/// Prints the broken invariant and ends the process with exit code 70.
[[noreturn]] void assertion_failed(const char* condition, const char* file,
                                   int line);
}  // namespace heed::util

/// For broken invariants, in release builds too; never for bad input.
#define ASSERT(condition)     \
  ((condition)                \
       ? static_cast<void>(0) \
       : ::heed::util::assertion_failed(#condition, __FILE__, __LINE__))
