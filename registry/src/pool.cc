#include "pool.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

namespace crypto {
namespace {

// How long a worker without work stays. Starting a thread takes some 20 us.
constexpr std::chrono::milliseconds kLinger{2};

}  // namespace

bool Pool::needs_worker() const {
  return queue_.size() > idle_ && active_ < places_;
}

// A worker counts from the moment it is asked for. Under the mutex: whoever
// sees the queue sees whether somebody is there for it.
int Pool::start_worker() {
  try {
    workers_.reserve(workers_.size() + active_ + 1);
    const auto started = threads_->start(name_, [this] { work(); });
    if (started) {
      ++active_;
    }
    return code_of(started);
  } catch (const std::bad_alloc&) {
    return ENOMEM;
  }
}

tl::expected<void, Errno> Pool::submit(Test test) {
  Queue one;
  try {
    one.push_back(std::move(test));
  } catch (const std::bad_alloc&) {
    return fail(ENOMEM);
  }
  const std::lock_guard lock(mutex_);
  queue_.splice(queue_.end(), one);
  if (needs_worker()) {
    const int code = start_worker();
    if (code != 0 && active_ == 0) {
      queue_.pop_back();
      return fail(code);
    }
  }
  queued_.notify_one();
  return {};
}

void Pool::hurry() {
  const std::lock_guard lock(mutex_);
  ++hurried_;
  queued_.notify_all();
}

void Pool::relax() {
  const std::lock_guard lock(mutex_);
  --hurried_;
}

// The next test, or false where there is none: the worker leaves.
bool Pool::take(std::unique_lock<std::mutex>& lock, Queue& taken) {
  ++idle_;
  queued_.wait_for(lock, kLinger,
                   [this] { return !queue_.empty() || hurried_ > 0; });
  --idle_;
  if (queue_.empty()) {
    return false;
  }
  taken.splice(taken.begin(), queue_, queue_.begin());
  return true;
}

void Pool::work() {
  events_->begin_thread();
  std::unique_lock lock(mutex_);
  workers_.push_back(std::this_thread::get_id());
  Queue taken;
  while (active_ <= places_ && take(lock, taken)) {
    lock.unlock();
    taken.front().run();
    taken.clear();
    lock.lock();
  }
  --active_;
  std::erase(workers_, std::this_thread::get_id());
}

void Pool::prefer(const void* subject) {
  const auto test = std::ranges::find(queue_, subject, &Test::subject);
  if (subject != nullptr && test != queue_.end()) {
    queue_.splice(queue_.begin(), queue_, test);
  }
}

bool Pool::step_aside(const void* subject) {
  Queue dropped;
  bool is_worker = false;
  {
    const std::lock_guard lock(mutex_);
    is_worker = std::ranges::find(workers_, std::this_thread::get_id()) !=
                workers_.end();
    if (is_worker) {
      --active_;
    } else {
      ++places_;
    }
    prefer(subject);
    if (needs_worker() && start_worker() != 0 && active_ == 0) {
      dropped.swap(queue_);
    }
  }
  for (const Test& test : dropped) {
    test.drop();
  }
  return is_worker;
}

// There may now be a worker too many: the next to finish its test leaves.
void Pool::step_back(bool is_worker) {
  const std::lock_guard lock(mutex_);
  if (is_worker) {
    ++active_;
  } else {
    --places_;
  }
}

}  // namespace crypto
