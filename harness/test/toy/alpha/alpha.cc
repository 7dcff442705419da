#include "config.h"
#include "toy.h"

int alpha_selftest();

// The branch is compiled in every cell; the self-test only where it is on.
toy::Module alpha() {
  toy::Module module{"alpha", config::selftests_compiled, true, nullptr};
  if constexpr (config::selftests_compiled) {
    module.selftest = alpha_selftest;
  }
  return module;
}
