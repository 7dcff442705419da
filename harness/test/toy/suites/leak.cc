#include <gtest/gtest.h>
#include <unistd.h>

// Ends well, but leaves a process behind that holds none of its pipes.
TEST(Toy, LeavesSomebody) {
  if (fork() == 0) {
    setsid();
    for (int descriptor = 0; descriptor < 3; ++descriptor) {
      close(descriptor);
    }
    while (true) {
      pause();
    }
  }
}
