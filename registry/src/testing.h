#pragma once

#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "crypto/algapi.h"
#include "crypto/hash.h"
#include "crypto/module.h"
#include "crypto/registry.h"
#include "crypto/testmgr.h"

namespace crypto::testing {

/// A hash of four bytes: the sum of its input. Says what registration and
/// lookup do with an algorithm, without being one.
class FakeHash final : public ShashAlg {
 public:
  FakeHash(std::string generic, std::string driver, int prio) {
    name = std::move(generic);
    driver_name = std::move(driver);
    priority = prio;
    blocksize = 64;
    digestsize = 4;
    statesize = sizeof(std::uint32_t);
  }
  [[nodiscard]] tl::expected<void, Errno> init(
      const ShashContext* /*context*/, HashState& state) const override {
    state.as<std::uint32_t>() = 0;
    return {};
  }
  [[nodiscard]] tl::expected<void, Errno> update(
      const ShashContext* /*context*/, HashState& state,
      std::span<const std::byte> data) const override {
    for (const std::byte byte : data) {
      state.as<std::uint32_t>() += std::to_integer<std::uint32_t>(byte);
    }
    return {};
  }
  [[nodiscard]] tl::expected<void, Errno> final(
      const ShashContext* /*context*/, HashState& state,
      std::span<std::byte> out) const override {
    std::memcpy(out.data(), state.bytes.data(), out.size());
    return {};
  }
};

inline std::shared_ptr<FakeHash> fake_hash(std::string generic,
                                           std::string driver,
                                           int priority = 100) {
  return std::make_shared<FakeHash>(std::move(generic), std::move(driver),
                                    priority);
}

/// Template::create for tests: a hash built on its argument.
inline tl::expected<void, Errno> create_wrapper(const Context& context,
                                                const Template& tmpl,
                                                const TemplateArgs& args) {
  auto spawn = grab_shash(context, args.names.front(), 0);
  if (!spawn) {
    return fail(spawn.error());
  }
  auto alg = fake_hash("", "");
  const Alg& inner = *(*spawn)->alg;
  alg->instance = std::make_unique<Instance>();
  alg->instance->spawns.push_back(std::move(*spawn));
  if (auto named = inst_setname(*alg, tmpl, inner); !named) {
    return named;
  }
  return register_instance(context, tmpl, alg);
}

/// Options of a registry with one module, `fake`, and the rows given.
inline RegistryOptions fake_module(std::span<const AlgTest> rows = {},
                                   bool selftests_compiled = true) {
  RegistryOptions options;
  options.modules.push_back({.name = "fake",
                             .selftests_compiled = selftests_compiled,
                             .notests = std::nullopt,
                             .selftests = rows});
  return options;
}

inline constexpr ModuleId kFake = 1;

inline Context as_fake(Registry& registry) {
  return Context(registry, kFake, kFake);
}

/// What a test of a fake does: nothing, and well.
inline tl::expected<void, Errno> passes(const Context& context,
                                        std::string_view driver,
                                        const AlgTest& /*row*/) {
  count_vector(context, driver);
  return {};
}

inline tl::expected<void, Errno> fails(const Context& context,
                                       std::string_view driver,
                                       const AlgTest& /*row*/) {
  count_vector(context, driver);
  return fail(EINVAL);
}

}  // namespace crypto::testing
