#pragma once

namespace toy {

/// What a module tells the boot program about itself.
struct Module {
  const char* name;
  bool selftests_compiled;
  bool heeds_notests;  ///< false: it runs its self-test whatever is asked
  int (*selftest)();   ///< returns the vectors executed; null if compiled out
};

using Init = Module (*)();

}  // namespace toy
