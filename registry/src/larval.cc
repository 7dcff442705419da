#include "larval.h"

#include <array>
#include <cstdio>
#include <utility>

namespace crypto {

Larval::Larval(std::shared_ptr<Alg> subject)
    : is_test(true), mask(0), adult(std::move(subject)) {
  name = adult->name;
  driver_name = adult->driver_name;
  priority = adult->priority;
  flags = adult->flags | kAlgLarval | kAlgTested;
  module = adult->module;
}

Larval::Larval(std::string_view wanted, AlgFlags type, AlgFlags own_mask)
    : is_test(false), mask(own_mask), adult(nullptr) {
  name = wanted;
  priority = -1;
  flags = type | kAlgLarval;
}

std::string_view Larval::type_name() const { return "larval"; }

std::string Larval::type_lines() const {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "0x%x",
                static_cast<unsigned>(flags.load()));
  return std::string("flags        : ") + text.data() + '\n';
}

void Larval::complete(int code) {
  const std::lock_guard lock(mutex_);
  if (state_ == State::pending) {
    state_ = State::completed;
    code_ = code;
  }
  ended_.notify_all();
}

void Larval::cancel() {
  const std::lock_guard lock(mutex_);
  if (state_ == State::pending) {
    state_ = State::cancelled;
  }
  ended_.notify_all();
}

WaitResult Larval::wait(std::chrono::milliseconds limit,
                        const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  const bool has_ended = ended_.wait_for(
      lock, stop, limit, [this] { return state_ != State::pending; });
  if (!has_ended) {
    return stop.stop_requested() ? WaitResult::cancelled : WaitResult::timeout;
  }
  return state_ == State::completed ? WaitResult::completed
                                    : WaitResult::cancelled;
}

int Larval::code() const {
  const std::lock_guard lock(mutex_);
  return code_;
}

}  // namespace crypto
