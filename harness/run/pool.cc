#include "harness/run/pool.h"

#include <algorithm>
#include <optional>
#include <thread>
#include <vector>

namespace heed::run {
namespace {

// What the workers share.
class Work {
 public:
  Work(std::size_t count, const std::stop_token& stop)
      : count_(count), stop_(stop) {}

  std::optional<std::size_t> next() {
    const std::lock_guard lock(mutex_);
    if (next_ == count_ || error_ || stop_.stop_requested()) {
      return std::nullopt;
    }
    return next_++;
  }

  void fail(const util::Error& error) {
    const std::lock_guard lock(mutex_);
    if (!error_) {
      error_ = error;
    }
  }

  // REQUIRES: the workers have ended.
  [[nodiscard]] util::Result<void> result() const {
    if (error_) {
      return tl::unexpected(*error_);
    }
    return {};
  }

 private:
  const std::size_t count_;
  const std::stop_token& stop_;
  std::mutex mutex_;  // guards all below
  std::size_t next_ = 0;
  std::optional<util::Error> error_;
};

}  // namespace

util::Result<void> for_each_index(
    std::size_t count, std::size_t workers, const std::stop_token& stop,
    const std::function<util::Result<void>(std::size_t index)>& work) {
  Work shared(count, stop);
  const auto work_off = [&] {
    while (const auto index = shared.next()) {
      if (const auto done = work(*index); !done) {
        shared.fail(done.error());
      }
    }
  };
  {
    std::vector<std::jthread> threads;
    const std::size_t helpers = std::min(workers, count);
    threads.reserve(helpers);
    for (std::size_t i = 1; i < helpers; ++i) {
      threads.emplace_back(work_off);
    }
    work_off();
  }
  return shared.result();
}

void Gate::enter_beside() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !is_alone_ && waiting_alone_ == 0; });
  ++beside_;
}

void Gate::leave_beside() {
  const std::lock_guard lock(mutex_);
  --beside_;
  changed_.notify_all();
}

void Gate::enter_alone() {
  std::unique_lock lock(mutex_);
  ++waiting_alone_;
  changed_.wait(lock, [this] { return !is_alone_ && beside_ == 0; });
  --waiting_alone_;
  is_alone_ = true;
}

void Gate::leave_alone() {
  const std::lock_guard lock(mutex_);
  is_alone_ = false;
  changed_.notify_all();
}

}  // namespace heed::run
