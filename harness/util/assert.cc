#include "harness/util/assert.h"

#include <cstdio>

#include <unistd.h>

namespace heed::util {

void assertion_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr,
               "heed: internal error: %s does not hold at %s:%d; please report "
               "this with the command line\n",
               condition, file, line);
  _exit(70);
}

}  // namespace heed::util
