#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>

#include "crypto/counters.h"

namespace crypto {

class Registry;

/// Index of a module of the image; 0 means none.
using ModuleId = std::uint16_t;
inline constexpr ModuleId kNoModule = 0;

/// Who acts: a registry, and the two labels its work is counted under.
/// `module` owns the work, `scope` is the module whose init caused it. Handed
/// down to everything done on somebody's behalf, threads included. A small
/// value; the registry must outlive it.
class Context {
 public:
  explicit Context(Registry& registry, ModuleId module = kNoModule,
                   ModuleId scope = kNoModule)
      : registry_(&registry), module_(module), scope_(scope) {}

  [[nodiscard]] Registry& registry() const { return *registry_; }
  [[nodiscard]] ModuleId module() const { return module_; }
  [[nodiscard]] ModuleId scope() const { return scope_; }

  /// The same scope, with work that belongs to `owner`.
  [[nodiscard]] Context owned_by(ModuleId owner) const;
  /// The same scope, with work that belongs to whoever caused it.
  [[nodiscard]] Context owned_by_scope() const { return owned_by(scope_); }
  /// The same, whose waits end with EINTR once `stop` is requested.
  [[nodiscard]] Context cancelled_by(std::stop_token stop) const;
  /// The same on another thread: its waits are no phases of an init.
  [[nodiscard]] Context on_other_thread() const;
  /// The same inside an init, whose waits are its phases.
  [[nodiscard]] Context inside_init() const;

  [[nodiscard]] const std::stop_token& stop() const { return stop_; }
  [[nodiscard]] bool is_inside_init() const { return inside_init_; }

  /// Adds `n` to a counter without labels, or to slot `label` of one with.
  /// Lock-free; any thread.
  void count(Counter counter, std::int64_t n = 1, std::size_t label = 0) const;
  /// Counts one call that ended with `code` (0 or a positive errno).
  void count_errno(Counter counter, int code) const;

 private:
  Registry* registry_;
  ModuleId module_;
  ModuleId scope_;
  bool inside_init_ = false;
  std::stop_token stop_;
};

}  // namespace crypto
