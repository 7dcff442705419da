#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "crypto/boot.h"

namespace crypto::testing {

/// One algorithm of the final table.
struct AlgFact {
  std::string driver;
  bool is_usable = false;
  SelftestState state = SelftestState::none;
  Outcome outcome = Outcome::run;
  bool is_internal = false;
};

/// One event, as far as the invariants speak of it.
struct EventFact {
  std::string kind;
  std::string name;
  std::string what;
  std::string thread;
};

/// What a boot left behind, as plain values: the invariants are judged from
/// these alone, so that a doctored record shows that each can fail.
struct BootFacts {
  BootStatus status = BootStatus::booted;
  bool is_at_rest = true;
  std::string leaks;
  std::vector<AlgFact> algs;
  std::vector<EventFact> events;
  /// Name and whether a decision was recorded; under test only.
  std::vector<std::pair<std::string, bool>> module_decisions;
  /// Name and code of lookups made when all was at rest.
  std::vector<std::pair<std::string, int>> later_lookups;
  std::int64_t run_decisions = 0;
  std::int64_t executed = 0;
  std::int64_t vectors = 0;
  std::int64_t loaded = 0;
  std::int64_t became_usable = 0;
  std::int64_t larvals_live = 0;
  std::int64_t threads_live = 0;
};

[[nodiscard]] BootFacts facts_of(Boot& boot, BootStatus status);

/// The numbers of the invariants (1 to 10) that do not hold, each with why.
/// 11 and 12 compare several boots and have tests of their own.
[[nodiscard]] std::vector<std::string> broken_invariants(
    const BootFacts& facts);

}  // namespace crypto::testing
