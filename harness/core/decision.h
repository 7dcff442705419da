#pragma once

#include <array>
#include <string>
#include <string_view>

namespace heed::core {

/// What must become of a module's self-test in a cell.
enum class Outcome { run, skip, refuse };

struct OutcomeRow {
  Outcome outcome;
  std::string_view name;
};

inline constexpr std::array kOutcomes = {
    OutcomeRow{Outcome::run, "run"},
    OutcomeRow{Outcome::skip, "skip"},
    OutcomeRow{Outcome::refuse, "refuse"},
};

/// A decision with the word of the rule that made it.
struct Decision {
  Outcome outcome = Outcome::run;
  std::string reason = "default";

  bool operator==(const Decision&) const = default;
};

[[nodiscard]] constexpr std::string_view name_of(Outcome outcome) {
  return kOutcomes[static_cast<std::size_t>(outcome)].name;
}

}  // namespace heed::core
