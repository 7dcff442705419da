#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stop_token>

#include "crypto/alg.h"
#include "crypto/api.h"

namespace crypto {

enum class WaitResult : std::uint8_t { completed, cancelled, timeout };

/// A placeholder in the table. A test larval stands for a registered driver
/// until its self-test is over and keeps a reference to it; a request larval
/// stands for a template instance until it is built or refused. Whoever looks
/// the name up meanwhile waits for it.
class Larval final : public Alg {
 public:
  /// For `subject`, whose names and flags it copies.
  explicit Larval(std::shared_ptr<Alg> subject);
  /// For an instance called `wanted`.
  Larval(std::string_view wanted, AlgFlags type, AlgFlags mask);
  [[nodiscard]] std::string_view type_name() const override;
  [[nodiscard]] std::string type_lines() const override;

  /// Wakes all who wait; the first call counts. Of a request larval `code` is
  /// the answer of its probe.
  void complete(int code = 0);
  /// Wakes all who wait with WaitResult::cancelled.
  void cancel();
  [[nodiscard]] WaitResult wait(std::chrono::milliseconds limit,
                                const std::stop_token& stop);
  /// REQUIRES: completed.
  [[nodiscard]] int code() const;

  const bool is_test;
  const AlgFlags mask;
  /// What a test larval stands for; null in a request larval.
  const std::shared_ptr<Alg> adult;
  /// Its reference to the adult, from linking on.
  AlgRef pinned;
  /// While tests are started: the next one.
  std::shared_ptr<Larval> next_to_start;
  /// Guarded by the registry lock.
  bool test_started = false;

 private:
  enum class State : std::uint8_t { pending, completed, cancelled };

  // Guards all below.
  mutable std::mutex mutex_;
  std::condition_variable_any ended_;
  State state_ = State::pending;
  int code_ = 0;
};

}  // namespace crypto
