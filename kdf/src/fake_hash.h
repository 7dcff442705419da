#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "crypto/algapi.h"
#include "crypto/hash.h"
#include "crypto/registry.h"

namespace crypto {

/// A hash that fails when it is told to. Its n-th digest is all bytes n.
class FakeHash : public ShashAlg {
 public:
  explicit FakeHash(std::size_t size, bool keyed = false,
                    std::string_view called = "fake") {
    name = called;
    driver_name = "fake-test";
    blocksize = 64;
    digestsize = size;
    statesize = 8;
    is_keyed = keyed;
  }

  /// Which call of final() fails, from 1; 0 is none.
  int failing_final = 0;
  int failing_update = 0;
  bool has_failing_setkey = false;
  mutable std::atomic<int> finals{0};
  mutable std::atomic<int> updates{0};

  [[nodiscard]] tl::expected<void, Errno> setkey(
      ShashContext*, std::span<const std::byte>) const override {
    if (has_failing_setkey) {
      return fail(ENOMEM);
    }
    return {};
  }
  [[nodiscard]] tl::expected<void, Errno> init(const ShashContext*,
                                               HashState&) const override {
    return {};
  }
  [[nodiscard]] tl::expected<void, Errno> update(
      const ShashContext*, HashState&,
      std::span<const std::byte>) const override {
    if (++updates == failing_update) {
      return fail(ENOMEM);
    }
    return {};
  }
  [[nodiscard]] tl::expected<void, Errno> final(
      const ShashContext*, HashState&,
      std::span<std::byte> out) const override {
    if (++finals == failing_final) {
      return fail(ENOMEM);
    }
    std::ranges::fill(out.first(digestsize),
                      static_cast<std::byte>(finals.load()));
    return {};
  }
};

/// A registry of its own with nothing but a FakeHash.
class FakeHashRegistry {
 public:
  explicit FakeHashRegistry(const std::shared_ptr<FakeHash>& hash)
      : registry_(options()) {
    is_up_ = register_alg(Context(registry_), hash).has_value();
  }

  [[nodiscard]] bool is_up() const { return is_up_; }
  [[nodiscard]] tl::expected<Shash, Errno> alloc() {
    return alloc_shash(Context(registry_), "fake");
  }

 private:
  [[nodiscard]] static RegistryOptions options() {
    RegistryOptions options;
    options.has_manager = false;
    return options;
  }

  Registry registry_;
  bool is_up_ = false;
};

}  // namespace crypto
