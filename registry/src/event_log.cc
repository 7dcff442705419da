#include "event_log.h"

#include <algorithm>

namespace crypto {
namespace {

// In the order of EventKind.
constexpr std::string_view kKinds[] = {
    "lock-acquire",
    "lock-release",
    "register-begin",
    "register-end",
    "collision",
    "larval-create",
    "larval-start",
    "larval-complete",
    "larval-kill",
    "notify-begin",
    "notify-verdict",
    "notify-end",
    "thread-spawn",
    "thread-exit",
    "test-begin",
    "deep-end",
    "test-end",
    "tested-set",
    "loaded",
    "lookup-begin",
    "lookup-end",
    "module-request-begin",
    "module-request-end",
    "decision",
    "config-ineffective",
    "refused",
    "panic",
};
static_assert(std::size(kKinds) ==
              static_cast<std::size_t>(EventKind::panic) + 1);

constexpr std::size_t kThreadsExpected = 1024;

}  // namespace

EventLog::EventLog(std::size_t capacity)
    : capacity_(capacity), start_(std::chrono::steady_clock::now()) {
  events_.reserve(capacity);
  if (capacity > 0) {
    threads_.reserve(kThreadsExpected);
  }
}

void EventLog::record(EventKind kind, ModuleId module, ModuleId scope,
                      std::string_view subject, std::string_view detail,
                      int code) {
  if (capacity_ == 0) {
    return;
  }
  const std::lock_guard lock(mutex_);
  if (events_.size() == capacity_) {
    ++dropped_;
    return;
  }
  Event& event = events_.emplace_back();
  event.at = std::chrono::steady_clock::now() - start_;
  event.thread = thread_number();
  event.kind = kind;
  event.module = module;
  event.scope = scope;
  event.code = code;
  event.detail = detail;
  subject.copy(event.subject.data(), event.subject.size() - 1);
}

void EventLog::begin_thread() {
  if (capacity_ == 0) {
    return;
  }
  const std::lock_guard lock(mutex_);
  std::replace(threads_.begin(), threads_.end(), std::this_thread::get_id(),
               std::thread::id());
}

std::uint32_t EventLog::thread_number() {
  const auto self = std::this_thread::get_id();
  auto found = std::find(threads_.begin(), threads_.end(), self);
  if (found == threads_.end()) {
    if (threads_.size() == threads_.capacity()) {
      return 0;  // More than it was made for, like events.
    }
    threads_.push_back(self);
    found = threads_.end() - 1;
  }
  return static_cast<std::uint32_t>(found - threads_.begin()) + 1;
}

std::string EventLog::text(
    const std::function<std::string_view(ModuleId)>& module_name) const {
  const std::lock_guard lock(mutex_);
  std::string text;
  std::size_t number = 0;
  for (const Event& event : events_) {
    text += std::to_string(++number) + ' ' + std::to_string(event.at.count()) +
            " t" + std::to_string(event.thread) + ' ';
    text += kKinds[static_cast<std::size_t>(event.kind)];
    if (event.subject[0] != '\0') {
      text.append(" name=").append(event.subject.data());
    }
    text.append(" module=").append(module_name(event.module));
    text.append(" scope=").append(module_name(event.scope));
    if (!event.detail.empty()) {
      text.append(" what=").append(event.detail);
    }
    text += " code=" + std::to_string(event.code) + '\n';
  }
  if (dropped_ > 0) {
    text += std::to_string(++number) +
            " 0 t0 dropped count=" + std::to_string(dropped_) + '\n';
  }
  return text;
}

}  // namespace crypto
