#include <csignal>

#include <gtest/gtest.h>
#include <unistd.h>

// Ignores the polite signal, and hides a grandchild in a session of its own.
TEST(Toy, NeverEnds) {
  std::signal(SIGTERM, SIG_IGN);
  if (fork() == 0) {
    setsid();
    if (fork() != 0) {
      _exit(0);
    }
  }
  while (true) {
    pause();
  }
}
