#include "harness/cli/signals.h"

#include <csignal>

#include <unistd.h>

namespace heed::cli {
namespace {

sigset_t handled() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGUSR1);  // wakes the waiter when the object ends
  return set;
}

}  // namespace

Signals::Signals() {
  const sigset_t set = handled();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is no reason to lose results
  waiter_ = std::thread([this] { wait(); });
}

Signals::~Signals() {
  done_ = true;
  pthread_kill(waiter_.native_handle(), SIGUSR1);
  waiter_.join();
}

void Signals::wait() {
  const sigset_t set = handled();
  while (!done_) {
    int signal = 0;
    if (sigwait(&set, &signal) != 0 || signal == SIGUSR1) {
      continue;
    }
    if (first_.load() != 0) {
      _exit(128 + signal);
    }
    first_ = signal;
    stop_.request_stop();
  }
}

}  // namespace heed::cli
