#pragma once

#include <memory>
#include <optional>

#include "crypto/alg.h"
#include "crypto/alg_test.h"
#include "crypto/decision.h"

namespace crypto {

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

}  // namespace crypto
