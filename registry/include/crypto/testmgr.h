#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "crypto/alg.h"
#include "crypto/decision.h"

namespace crypto {

/// A known answer of a hash; all bytes as text literals. An empty key means
/// that none is set.
struct HashVector {
  std::string_view key;
  std::string_view input;
  std::string_view digest;
};

struct AlgTest;
/// Tests the driver named. Errors: EINVAL (wrong answer), ENOENT (a dependency
/// is missing), others as they come.
using AlgTestFn = tl::expected<void, Errno> (*)(const Context& context,
                                                std::string_view driver,
                                                const AlgTest& row);

/// A row of a module's self-tests, for a generic or a driver name. A source
/// of its own, part of the image only where the tests are compiled.
struct AlgTest {
  std::string_view name;
  AlgTestFn test = nullptr;
  bool fips_allowed = false;
  std::span<const HashVector> vectors;
};

/// The rules of settings, as a function: the first that applies wins.
[[nodiscard]] Decision resolve_decision(bool selftests_compiled,
                                        bool tests_disabled, bool fips,
                                        bool notests,
                                        std::optional<bool> module_notests);
/// The same for a module of the image, with the values in force. Locks.
[[nodiscard]] Decision selftest_decision(const Registry& registry,
                                         ModuleId module);

/// Tests one registered driver against the rows of its owner, whatever was
/// decided, and returns what alg_tested() takes: 0 or a positive errno.
/// Panics under fips if a test fails. Called by test threads.
[[nodiscard]] int alg_test(const Context& context,
                           const std::shared_ptr<Alg>& alg);

/// For the tests of hashes: every vector of `row`, at once and in pieces.
[[nodiscard]] tl::expected<void, Errno> test_hash(const Context& context,
                                                  std::string_view driver,
                                                  const AlgTest& row);

/// To be called where a vector is executed. Counts it.
void count_vector(const Context& context, std::string_view subject);

}  // namespace crypto
