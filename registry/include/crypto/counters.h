#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace crypto {

/// Every counter of a boot. Counted below the gate, where the work is done,
/// so that a module which never asks for its decision is seen all the same.
/// The names and label values are the table in src/counters.cc.
enum class Counter : std::uint8_t {
  cipher_blocks,
  config_ineffective,
  handles_allocated,
  hash_blocks,
  instances_created,
  kdf_blocks,
  kdf_bytes,
  kdf_calls,
  kdf_macs,
  larval_waits,
  larvals_created,
  larvals_live,
  larvals_started,
  loaded_events,
  lookups,
  module_requests,
  notifications,
  probe_threads_created,
  refused,
  registrations,
  request_larvals_created,
  selftest_decisions,
  selftest_deep_cases,
  selftest_state,
  selftest_vectors,
  selftests_deep,
  selftests_executed,
  spawns_evicted,
  thread_failures,
  threads_created,
  threads_live,
  // Durations, in nanoseconds; printed last and as seconds.
  boot_seconds,
  init_seconds,
  registration_seconds,
};

inline constexpr std::size_t kCounters = 34;

/// What became of the deep part of a self-test, in the order of the labels of
/// `selftests_deep`. no_reference: there was nothing to compare with.
enum class DeepResult : std::uint8_t {
  passed,
  failed,
  noslowtests,
  no_reference,
};

/// Phases of `init_seconds`, in the order of its labels.
enum class Phase : std::uint8_t {
  module_request,
  instantiate,
  alg_test,
  vector,
  other,
};

/// One counter as printed: its name and the label texts of its slots; one
/// empty text where it has no labels.
struct CounterRow {
  std::string_view name;
  std::span<const std::string_view> labels;
  bool is_duration = false;
};

[[nodiscard]] std::string_view to_string(DeepResult result);

[[nodiscard]] const CounterRow& counter_row(Counter counter);
/// Where the counter's first label lies in a block of all slots.
[[nodiscard]] std::size_t counter_slot(Counter counter);
/// The number of slots of all counters together.
[[nodiscard]] std::size_t counter_slots();
/// The label of an error code among those that `lookups`, `registrations` and
/// `kdf_calls` enumerate; codes without a label of their own share one.
[[nodiscard]] std::size_t errno_label(int code);

}  // namespace crypto
