#pragma once

#include <functional>
#include <mutex>
#include <utility>
#include <vector>

#include "harness/util/command.h"

namespace heed::util {

/// Stands in for the runner of commands in tests: starts nothing, remembers
/// every command and lets ANSWER say how it ended. Thread safe; ANSWER is
/// called by one thread at a time.
class FakeCommandRunner final : public CommandRunner {
 public:
  using Answer = std::function<Result<CommandResult>(const Command&)>;

  /// Without an answer every command exits 0.
  explicit FakeCommandRunner(Answer answer = {}) : answer_(std::move(answer)) {}

  Result<CommandResult> run(const Command& command,
                            std::stop_token stop) override {
    const std::lock_guard lock(mutex_);
    commands_.push_back(command);
    CommandResult result;
    if (stop.stop_requested()) {
      result.interrupted = true;
      return result;
    }
    if (answer_) {
      return answer_(command);
    }
    result.exit_code = 0;
    return result;
  }

  [[nodiscard]] std::vector<Command> commands() const {
    const std::lock_guard lock(mutex_);
    return commands_;
  }

 private:
  mutable std::mutex mutex_;  // guards commands_ and calls of answer_
  Answer answer_;
  std::vector<Command> commands_;
};

}  // namespace heed::util
