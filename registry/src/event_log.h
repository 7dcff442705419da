#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "crypto/context.h"

namespace crypto {

enum class EventKind : std::uint8_t {
  lock_acquire,
  lock_release,
  register_begin,
  register_end,
  collision,
  larval_create,
  larval_start,
  larval_complete,
  larval_kill,
  notify_begin,
  notify_verdict,
  notify_end,
  thread_spawn,
  thread_exit,
  test_begin,
  deep_end,
  test_end,
  tested_set,
  loaded,
  lookup_begin,
  lookup_end,
  module_request_begin,
  module_request_end,
  decision,
  config_ineffective,
  refused,
  panic,
};

/// One thing that happened. Fixed size, so that recording one costs the same
/// whatever is recorded and never allocates.
struct Event {
  std::chrono::nanoseconds at{};
  std::uint32_t thread = 0;
  EventKind kind = EventKind::panic;
  ModuleId module = kNoModule;
  ModuleId scope = kNoModule;
  int code = 0;
  /// A word of static storage.
  std::string_view detail;
  std::array<char, 64> subject{};
};

/// All events of a registry in their order. Keeps as many as it was made for,
/// then counts what it drops. Any thread.
class EventLog {
 public:
  explicit EventLog(std::size_t capacity);

  /// Off, recording costs a comparison.
  [[nodiscard]] bool is_on() const { return capacity_ != 0; }
  void record(EventKind kind, ModuleId module, ModuleId scope,
              std::string_view subject, std::string_view detail, int code);
  /// To be called first on each new thread: system ids are used again.
  void begin_thread();
  /// `SEQ NS tTHREAD EVENT key=value…`, one a line.
  [[nodiscard]] std::string text(
      const std::function<std::string_view(ModuleId)>& module_name) const;

 private:
  [[nodiscard]] std::uint32_t thread_number();

  const std::size_t capacity_;
  const std::chrono::steady_clock::time_point start_;
  // Guards all below.
  mutable std::mutex mutex_;
  std::vector<Event> events_;
  std::vector<std::thread::id> threads_;
  std::uint64_t dropped_ = 0;
};

}  // namespace crypto
