#pragma once

#include <memory>
#include <string_view>
#include <utility>

#include "crypto/alg.h"

namespace crypto {

/// A counted reference to an algorithm, from a lookup. Movable; the algorithm
/// lives at least as long, also when unregistered meanwhile. Taking and
/// dropping one writes nothing that other processors write.
class AlgRef {
 public:
  AlgRef() = default;
  /// Takes over a reference that was counted already.
  explicit AlgRef(Entry& counted);
  AlgRef(AlgRef&& other) noexcept
      : entry_(std::exchange(other.entry_, nullptr)), alg_(other.alg_) {}
  AlgRef& operator=(AlgRef&& other) noexcept;
  ~AlgRef() {
    if (entry_ != nullptr) {
      reset();
    }
  }

  void reset();
  [[nodiscard]] Alg& operator*() const { return *alg_; }
  [[nodiscard]] Alg* operator->() const { return alg_; }
  /// Costs a count that all threads share.
  [[nodiscard]] const std::shared_ptr<Alg>& shared() const;
  [[nodiscard]] explicit operator bool() const { return entry_ != nullptr; }

 private:
  Entry* entry_ = nullptr;
  Alg* alg_ = nullptr;
};

/// Finds an algorithm by generic or driver name; asks for modules, builds an
/// instance and waits for self-tests as needed. `type` and `mask` select by
/// flags: those in `mask` must equal `type`.
/// Errors: ENOENT (unknown, or forbidden by fips), EAGAIN (look again), EINTR
/// (cancelled), ELIBBAD (self-test failed), ETIMEDOUT (self-test stuck),
/// EEXIST, EIO (panicked), or what a template's `create` returned.
[[nodiscard]] tl::expected<AlgRef, Errno> alg_mod_lookup(const Context& context,
                                                         std::string_view name,
                                                         AlgFlags type,
                                                         AlgFlags mask);

/// The same, again and again while it says EAGAIN, until cancelled. What
/// allocating a handle uses.
[[nodiscard]] tl::expected<AlgRef, Errno> find_alg(const Context& context,
                                                   std::string_view name,
                                                   AlgFlags type,
                                                   AlgFlags mask);

/// True if an algorithm or larval of that generic or driver name is listed.
/// Never waits, loads or counts.
[[nodiscard]] bool has_alg(const Registry& registry, std::string_view name);

/// A handle on an algorithm: what all kinds of handles share. What its user
/// does is counted under the context it was allocated with.
class Tfm {
 public:
  Tfm(AlgRef alg, const Context& context);

  [[nodiscard]] const std::string& name() const { return alg_->name; }
  [[nodiscard]] const std::string& driver_name() const {
    return alg_->driver_name;
  }
  [[nodiscard]] const Context& context() const { return context_; }
  [[nodiscard]] Alg& base_alg() const { return *alg_; }

 private:
  AlgRef alg_;
  Context context_;
};

}  // namespace crypto
