#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace heed::cli {

/// Ctrl-C and SIGTERM: the first asks to stop, the second ends the process at
/// once (its children are ended by their supervisors). Blocks both signals in
/// the calling thread and those it starts later; one object at a time, made
/// before any other thread.
class Signals {
 public:
  Signals();
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  [[nodiscard]] std::stop_token stop() const { return stop_.get_token(); }
  /// The first signal that came; 0 when none did.
  [[nodiscard]] int first() const { return first_.load(); }

 private:
  void wait();

  std::stop_source stop_;
  std::atomic<int> first_{0};
  std::atomic<bool> done_{false};
  std::thread waiter_;
};

}  // namespace heed::cli
