#include <initializer_list>

/// Checks its vectors; returns how many it executed.
int alpha_selftest() {
  int executed = 0;
  for (const int vector : {2, 3, 5}) {
    executed += vector * vector > vector ? 1 : 0;
  }
  return executed;
}
