#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "crypto/errno.h"

namespace crypto {

/// The threads of a registry: probes and tests. Each is joined, at the latest
/// by the destructor.
class Threads {
 public:
  /// `may_start` is asked before each; null for yes. False is a system that
  /// gives no more threads.
  explicit Threads(std::function<bool(std::string_view)> may_start = nullptr)
      : may_start_(std::move(may_start)) {}
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads() { join(); }

  /// EAGAIN if the system gives no more, ENOMEM.
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
  void finish(Entry& entry);

  const std::function<bool(std::string_view)> may_start_;

  // Guards all below; `idle_` tells that a thread is done.
  mutable std::mutex mutex_;
  std::condition_variable idle_;
  std::list<Entry> entries_;
};

}  // namespace crypto
