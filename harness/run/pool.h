#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <stop_token>

#include "harness/util/error.h"

namespace heed::run {

/// Calls WORK(0) to WORK(COUNT - 1), up to WORKERS of them at a time, started
/// in this order. After a stop request or an error nothing more is started;
/// what runs is waited for. Errors: the first one that a call returned.
[[nodiscard]] util::Result<void> for_each_index(
    std::size_t count, std::size_t workers, const std::stop_token& stop,
    const std::function<util::Result<void>(std::size_t index)>& work);

/// Lets work run either beside other work or alone. Who waits to be alone goes
/// before those who come later, so that a stream of others cannot starve it.
class Gate {
 public:
  /// Waits for its turn, calls WORK, and returns what that returns.
  template <typename Work>
  auto beside(Work work) {
    enter_beside();
    const Leaver leaver{*this, &Gate::leave_beside};
    return work();
  }
  template <typename Work>
  auto alone(Work work) {
    enter_alone();
    const Leaver leaver{*this, &Gate::leave_alone};
    return work();
  }

 private:
  struct Leaver {
    Gate& gate;
    void (Gate::*leave)();
    ~Leaver() { (gate.*leave)(); }
  };

  void enter_beside();
  void leave_beside();
  void enter_alone();
  void leave_alone();

  std::mutex mutex_;  // guards all below
  std::condition_variable changed_;
  int beside_ = 0;
  int waiting_alone_ = 0;
  bool is_alone_ = false;
};

}  // namespace heed::run
