#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "harness/core/project.h"
#include "harness/core/run_record.h"

namespace heed::judge {

/// One observable of one module in one boot.
struct Reading {
  std::optional<double> value;  ///< nullopt: it was not printed
  core::Rung rung = core::Rung::r7;
  std::string reason;   ///< why there is no value
  bool applies = true;  ///< false: this boot has no evidence of that kind by
                        ///< design, another boot of the module does

  bool operator==(const Reading&) const = default;
};

/// Reads OBSERVABLE (`selftest_vectors`, `notifications{msg="REGISTER"}`,
/// `init_instructions`, `selftest_symbols`) of MODULE in the boot suite BOOT:
/// the sum of the counter lines whose label `module` or `scope` names MODULE,
/// each line once. Instruction evidence is that of `instructions.X` for
/// `boot.X`.
[[nodiscard]] Reading read_observable(const core::CellResult& result,
                                      std::string_view boot,
                                      const std::string& module,
                                      std::string_view observable);

/// True when VALUE is within BOUND; for a relative bound REFERENCE is the
/// neighbour's value.
[[nodiscard]] bool is_within(const core::Bound& bound, double value,
                             double reference = 0);

/// The largest value that BOUND allows; infinite when it has no upper end.
[[nodiscard]] double upper_end(const core::Bound& bound, double reference = 0);

}  // namespace heed::judge
