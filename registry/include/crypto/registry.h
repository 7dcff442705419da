#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "crypto/context.h"
#include "crypto/decision.h"

namespace crypto {

struct AlgTest;

/// What the registry must know of a module: who it is and its settings.
struct ModuleSettings {
  std::string name;
  /// The compiled constant of the module: false, and its vectors are no part
  /// of the image.
  bool selftests_compiled = false;
  /// `<module>.notests`, unset unless given.
  std::optional<bool> notests;
  /// `<module>.noslowtests`: its self-tests leave out their deep part.
  bool noslowtests = false;
  /// Its self-test rows; empty where compiled out.
  std::span<const AlgTest> selftests;
};

/// How a registry starts. All of it is fixed from then on, but for `notests`.
struct RegistryOptions {
  /// Module ids are 1, 2, … in this order.
  std::vector<ModuleSettings> modules;
  /// The build's DISABLE_TESTS.
  bool tests_disabled = false;
  bool fips = false;
  bool notests = false;
  /// False only in unit tests: nothing schedules tests or probes templates.
  bool has_manager = true;
  /// Tests wait for start_tests(). Ignored where no module has test code.
  bool defer_tests = false;
  /// How long a lookup waits for a larval.
  std::chrono::milliseconds wait_limit{60'000};
  /// Events kept; further ones are dropped and counted. 0 keeps none.
  std::size_t event_capacity = 0;
  /// How many self-tests run at a time; 0 for as many as there are processors.
  std::size_t test_threads = 0;
  /// Asked for each thread before it is started, by its name; false has it fail
  /// as it does where the system gives no more. Null for yes. Called with locks
  /// held: it must not call the registry.
  std::function<bool(std::string_view)> may_start_thread;
  /// Called on its thread by each test before each vector, with no lock held.
  /// The test waits as long as this does.
  std::function<void(std::string_view driver)> before_vector;
  /// Answers a module request: true if something was loaded. Called without
  /// the registry lock, on the requesting thread, and may register algorithms.
  std::function<bool(const Context&, std::string_view)> load_module;
  /// Hears each line of the log, its newline included, one at a time and in
  /// order. Called with locks held: it must not call the registry.
  std::function<void(std::string_view line)> on_log;
};

/// The algorithm table with everything that belongs to it: lock, notifier
/// chain, threads, counters, events, log. There is no other state: two
/// registries in one process do not meet. All members and all functions that
/// take a registry may be called from any thread, except where said.
class Registry {
 public:
  struct Impl;

  explicit Registry(RegistryOptions options = {});
  /// Waits for all threads of the registry. REQUIRES: no handle left.
  ~Registry();
  Registry(const Registry&) = delete;
  Registry& operator=(const Registry&) = delete;

  /// `cryptomgr.notests`, writable while running.
  void set_notests(bool value);
  [[nodiscard]] bool notests() const;
  [[nodiscard]] bool fips() const;

  /// The id of a module of the image, kNoModule if there is none such.
  [[nodiscard]] ModuleId module_id(std::string_view name) const;
  /// The name of a module, `none` for kNoModule.
  [[nodiscard]] std::string_view module_name(ModuleId id) const;

  /// One line of the kernel log.
  void log(std::string_view line);
  [[nodiscard]] std::string log_text() const;

  /// Terminal: logs the kernel's marker, answers all waiters with EINTR and
  /// every later call with EIO. Unlike the kernel's it returns.
  void panic(const Context& context, std::string_view why);
  [[nodiscard]] bool is_panicked() const;

  /// Waits until no probe or test thread lives, then joins them; false if
  /// `limit` passes first. REQUIRES: not called by a thread of the registry.
  [[nodiscard]] bool wait_quiescent(std::chrono::milliseconds limit);

  /// The sum of a counter over all labels, for one module and scope, or over
  /// all of either where not given.
  [[nodiscard]] std::int64_t counter(
      Counter counter, std::optional<ModuleId> module = std::nullopt,
      std::optional<ModuleId> scope = std::nullopt) const;
  /// One slot of a counter, summed likewise.
  [[nodiscard]] std::int64_t counter_label(
      Counter counter, std::size_t label,
      std::optional<ModuleId> module = std::nullopt,
      std::optional<ModuleId> scope = std::nullopt) const;
  /// All counters, sorted, `name{module="M",scope="S"} value`.
  [[nodiscard]] std::string counters_text() const;
  /// All events in order, one a line.
  [[nodiscard]] std::string events_text() const;
  /// What is left over: `larval DRIVER`, `thread NAME`; empty if at rest.
  [[nodiscard]] std::string leaks_text() const;

  /// For the sources of registry/ alone; defined in src/internal.h.
  [[nodiscard]] Impl& impl() const { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace crypto
