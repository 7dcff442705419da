#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace crypto {

/// What the settings say about one self-test.
enum class Outcome : std::uint8_t { run, skip, refuse };

/// Which rule decided. The first six come from settings in the order of their
/// rank; the rest are reasons of the registry itself.
enum class Reason : std::uint8_t {
  fips_unavailable,
  fips_module_compiled_out,
  compiled_out,
  fips,
  module_runtime,
  global_runtime,
  by_default,
  internal,
  no_manager,
  dependency_missing,
};

/// The honest state of a self-test, apart from "usable": `none` means that
/// nothing was ever decided.
enum class SelftestState : std::uint8_t {
  none,
  pending,
  passed,
  failed,
  no_vectors,
  fips_disabled,
  skipped,
};

/// A decision with everything it was made from. Computed once, under the
/// registry lock, and stored; later changes of a setting do not touch it.
struct Decision {
  Outcome outcome = Outcome::run;
  Reason reason = Reason::by_default;
  std::uint8_t rank = 5;
  bool selftests_compiled = false;
  bool fips = false;
  bool notests = false;
  std::optional<bool> module_notests;

  friend bool operator==(const Decision&, const Decision&) = default;
};

[[nodiscard]] std::string_view to_string(Outcome outcome);
[[nodiscard]] std::string_view to_string(Reason reason);
[[nodiscard]] std::string_view to_string(SelftestState state);

}  // namespace crypto
