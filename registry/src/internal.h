#pragma once

#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "check.h"
#include "counts.h"
#include "crypto/algapi.h"
#include "crypto/api.h"
#include "crypto/registry.h"
#include "crypto/testmgr.h"
#include "event_log.h"
#include "larval.h"
#include "pool.h"
#include "readers.h"
#include "table.h"
#include "threads.h"

namespace crypto {

/// The registry lock. Its use is part of the events; it knows whether the
/// calling thread holds it for writing, so that calling out can be forbidden.
class TableLock {
 public:
  explicit TableLock(Registry::Impl& impl) : impl_(&impl) {}

  void lock();
  void unlock();
  void lock_shared();
  void unlock_shared();
  [[nodiscard]] bool is_held_for_writing() const {
    return writer_ == std::this_thread::get_id();
  }
  /// Odd while held for writing, and never the same again afterwards. What was
  /// read between two equal, even values is what the lock would have shown.
  [[nodiscard]] std::uint64_t version() const {
    return version_.load(std::memory_order_acquire);
  }

 private:
  Registry::Impl* impl_;
  std::shared_mutex mutex_;
  std::atomic<std::thread::id> writer_{};
  // Apart from the rest, which every holder writes.
  alignas(kCacheLine) std::atomic<std::uint64_t> version_{0};
};

using WriteLock = std::unique_lock<TableLock>;
using ReadLock = std::shared_lock<TableLock>;

/// Entries taken off the table. Its destructor waits for those who may still
/// see them, then drops the table's references. REQUIRES: the lock is released
/// by then: declare it before the lock.
class Removed {
 public:
  explicit Removed(Readers& readers) : readers_(&readers) {}
  Removed(const Removed&) = delete;
  Removed& operator=(const Removed&) = delete;
  ~Removed();

  /// Takes what Table::unlink() returned, if anything.
  void add(Entry* entry);
  [[nodiscard]] bool is_empty() const { return first_ == nullptr; }

 private:
  Readers* readers_;
  Entry* first_ = nullptr;
};

/// A module of the image and what became of its own test.
struct Module {
  ModuleSettings settings;
  SelftestState state = SelftestState::none;
  /// Of a test that runs in its init: when it began, and what the other
  /// phases of that init had taken by then. Init's thread alone.
  std::chrono::steady_clock::time_point selftest_began{};
  std::chrono::nanoseconds phases_before{};
};

struct Registry::Impl {
  explicit Impl(RegistryOptions& options);

  const bool tests_disabled;
  const bool fips;
  const bool has_manager;
  const std::chrono::milliseconds wait_limit;
  const std::function<bool(const Context&, std::string_view)> load_module;
  const std::function<void(std::string_view)> before_vector;
  const std::function<void(std::string_view)> on_log;
  std::atomic<bool> notests;
  std::atomic<bool> boot_test_finished;
  std::atomic<bool> is_panicked{false};

  const std::size_t module_count;
  const std::size_t slot_count;

  EventLog events;
  /// Of all modules and scopes: see counter_index().
  Counts counts;

  TableLock lock;
  /// Who looks algorithms up without the lock.
  Readers readers;
  // Guarded by `lock`: table, templates, and `state` of modules.
  Table table;
  std::vector<std::shared_ptr<Template>> templates;
  /// By id; the first is no module.
  std::vector<Module> modules;

  // Guards the pointer below, never held while calling out.
  std::mutex chain_mutex;
  std::shared_ptr<const std::vector<Notifier>> chain;

  // Guards the text below.
  mutable std::mutex log_mutex;
  std::string log;

  // Last: the destructor waits for threads that use all of the above.
  Threads threads;
  Pool pool;

  /// Where a counter of a module and scope lies.
  [[nodiscard]] std::size_t counter_index(ModuleId module, ModuleId scope,
                                          Counter counter,
                                          std::size_t label) const {
    return (std::size_t{module} * module_count + scope) * slot_count +
           counter_slot(counter) + label;
  }
};

// registry.cc
inline void record(const Context& context, EventKind kind,
                   std::string_view subject, std::string_view detail = {},
                   int code = 0) {
  EventLog& events = context.registry().impl().events;
  if (events.is_on()) {
    events.record(kind, context.module(), context.scope(), subject, detail,
                  code);
  }
}
/// A number as text, without memory.
class Decimal {
 public:
  explicit Decimal(int value)
      : end_(std::to_chars(text_.data(), text_.data() + text_.size(), value)
                 .ptr) {}
  Decimal(const Decimal&) = delete;
  Decimal& operator=(const Decimal&) = delete;
  [[nodiscard]] std::string_view text() const { return {text_.data(), end_}; }

 private:
  std::array<char, 12> text_{};
  const char* end_;
};

/// One line of the kernel log, from its parts. Needs no memory but the log's;
/// a line for which there is none is lost.
void log_line(Registry& registry,
              std::initializer_list<std::string_view> parts) noexcept;

/// Measures into a duration counter until it goes.
class Stopwatch {
 public:
  Stopwatch(const Context& context, Counter counter, std::size_t label = 0)
      : context_(context), counter_(counter), label_(label) {}
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() {
    const std::chrono::nanoseconds spent =
        std::chrono::steady_clock::now() - start_;
    context_.count(counter_, spent.count(), label_);
  }

 private:
  Context context_;
  Counter counter_;
  std::size_t label_;
  std::chrono::steady_clock::time_point start_ =
      std::chrono::steady_clock::now();
};

/// Registry::panic() with a text in parts; needs no memory.
void panic(const Context& context,
           std::initializer_list<std::string_view> why) noexcept;

/// What `make` returns, or ENOMEM where memory ends.
template <typename Make>
[[nodiscard]] auto or_enomem(const Make& make) -> decltype(make()) {
  try {
    return make();
  } catch (const std::bad_alloc&) {
    return fail(ENOMEM);
  }
}

/// A self-test's result with its honest state.
struct SelftestResult {
  int code = 0;
  SelftestState state = SelftestState::passed;
  Reason reason = Reason::by_default;
};

// algapi.cc
/// The finish step: what a newly usable algorithm outdoes is removed, then
/// LOADED goes out. REQUIRES: the write lock.
void alg_finish_registration(const Context& context,
                             const std::shared_ptr<Alg>& alg,
                             Removed& removed) noexcept;
/// Whether somebody uses an algorithm of a module: a handle, a lookup, a test.
[[nodiscard]] bool is_module_used(const Registry& registry, ModuleId module);
/// Unregisters all algorithms and templates of the context's module.
void unregister_owned(const Context& context);
/// Takes the result of a self-test; see alg_tested().
void apply_result(const Context& context, std::string_view driver,
                  const SelftestResult& result);
/// Marks as moribund, so that no lookup finds it.
void shoot_alg(Registry& registry, Alg& alg);

// spawns.cc
/// Removes the instances built on `alg`, sparing what `keep` depends on.
/// REQUIRES: the write lock.
void remove_spawns(const Context& context, Alg& alg, const Alg* keep,
                   Removed& removed) noexcept;

// states.cc
/// Stores an algorithm's honest state. REQUIRES: the write lock.
void set_state(const Context& context, Alg& alg, SelftestState state,
               Reason reason, int code);
/// What is gone has no state any more. REQUIRES: the write lock.
void clear_state(const Context& context, Alg& alg);
/// Counts the state of a module that tests itself and is told not to.
void count_skipped(const Context& context, Reason reason);
void count_executed(const Context& context, SelftestState state);
/// The decision for an algorithm of a module. REQUIRES: the lock.
[[nodiscard]] Decision decide(const Registry::Impl& impl, ModuleId module,
                              AlgFlags flags);
/// Counts and records a decision.
void record_decision(const Context& context, std::string_view subject,
                     const Decision& decision);
/// The worst state of a module's algorithms, or its own.
[[nodiscard]] SelftestState worst_state(const Registry& registry,
                                        ModuleId module);

// larvals.cc
/// Schedules the test unless that was done. Never waits.
void start_test(const Context& context, const std::shared_ptr<Larval>& larval);
/// Posts REGISTER; where nobody takes it, the test has failed. REQUIRES:
/// `test_started` was set by the caller.
void schedule_test(const Context& context,
                   const std::shared_ptr<Larval>& larval);
/// Ends a test that could not be scheduled; under fips that is a panic.
void fail_unscheduled(const Context& context,
                      const std::shared_ptr<Larval>& larval) noexcept;
/// Takes it off the table and wakes all who wait.
void larval_kill(const Context& context, const std::shared_ptr<Larval>& larval);
/// Ends a test larval whose test will have no result.
void larval_fail(const Context& context, const std::shared_ptr<Larval>& larval,
                 int code);
[[nodiscard]] tl::expected<AlgRef, Errno> larval_wait(
    const Context& context, std::shared_ptr<Larval> larval, AlgFlags type,
    AlgFlags mask);

// api.cc
/// Scans as a lookup does: ENOENT, ELIBBAD, an empty reference for nothing, or
/// what was found, which may be a larval.
[[nodiscard]] tl::expected<AlgRef, Errno> alg_lookup(const Context& context,
                                                     std::string_view name,
                                                     AlgFlags type,
                                                     AlgFlags mask);
/// Counts a reference; empty if the algorithm is not listed. REQUIRES: the lock
/// or a section of `readers`.
[[nodiscard]] AlgRef pin(const Alg& alg);
[[nodiscard]] inline AlgRef pin(const std::shared_ptr<Alg>& alg) {
  return pin(*alg);
}

// notify.cc
Verdict probing_notify(const Context& context, Message message,
                       const std::shared_ptr<Alg>& alg);
void notify_loaded(const Context& context, const std::shared_ptr<Alg>& alg);
enum class RequestClass : std::uint8_t { algorithm, tmpl, manager };
bool request_module(const Context& context, RequestClass request_class,
                    std::string_view name);

// testmgr.cc
[[nodiscard]] SelftestResult run_alg_test(const Context& context,
                                          const std::shared_ptr<Alg>& alg);

}  // namespace crypto
