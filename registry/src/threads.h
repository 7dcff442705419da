#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "crypto/errno.h"

namespace crypto {

/// The threads of a registry: probes and tests. Each is joined, at the latest
/// by the destructor.
class Threads {
 public:
  Threads() = default;
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads() { join(); }

  /// EAGAIN if the system gives no more.
  [[nodiscard]] tl::expected<void, Errno> start(std::string name,
                                                std::function<void()> body);
  /// Waits until none lives; false if `limit` passes first.
  [[nodiscard]] bool wait_idle(std::chrono::milliseconds limit);
  /// Waits for all, those started meanwhile included.
  void join();
  /// The names of those alive.
  [[nodiscard]] std::vector<std::string> live() const;

 private:
  struct Entry {
    std::string name;
    std::thread thread;
    bool is_done = false;
  };

  void reap();

  // Guards all below; `idle_` tells that a thread is done.
  mutable std::mutex mutex_;
  std::condition_variable idle_;
  std::list<Entry> entries_;
};

}  // namespace crypto
