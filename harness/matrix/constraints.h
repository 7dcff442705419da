#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/core/project.h"
#include "harness/util/error.h"

namespace heed::matrix {

/// What forbids cells: each `exclude` of a project, each `depends_on` (a
/// setting whose condition does not hold stays at its default), and each
/// setting that the target cannot apply (it stays at its default too).
class Constraints {
 public:
  /// PROJECT must outlive the object.
  /// REQUIRES: the conditions of PROJECT are checked.
  Constraints(const core::Project& project, const std::string& preset);

  /// Why VALUES is ruled out: the id of an exclude, `depends-on:<setting>`,
  /// `not-on-target`; "" when it is allowed. The first in this order counts.
  [[nodiscard]] std::string violated(const core::Values& values) const;

  /// How many combinations of AXES are allowed while all other settings have
  /// the values of BASE. Exact and without listing them: settings that no
  /// rule ties together are counted apart and multiplied.
  /// REQUIRES: the product of AXES fits 64 bits.
  /// Errors: rules tie together more settings than can be counted.
  [[nodiscard]] util::Result<std::uint64_t> count_allowed(
      const std::vector<core::Setting>& axes, const core::Values& base) const;

 private:
  struct Row {
    core::Condition condition;  ///< must hold, or …
    std::string setting;  ///< … this one be at its default ("": no such way)
    std::string default_value;
    bool is_exclude = false;  ///< the condition must not hold
    std::string reason;
    std::vector<std::string> names;  ///< settings that it reads
  };

  [[nodiscard]] bool is_violated(const Row& row,
                                 const core::Values& values) const;
  [[nodiscard]] util::Result<std::uint64_t> count_group(
      const std::vector<const core::Setting*>& axes,
      const std::vector<const Row*>& rows, core::Values values) const;

  std::vector<Row> rows_;
  std::map<std::string, std::string> facts_;  ///< @target, @preset
};

/// The product of the numbers of values, in decimal digits: exact however
/// large it is.
[[nodiscard]] std::string product_digits(
    const std::vector<core::Setting>& axes);

/// The number that DIGITS say; nullopt when it exceeds 64 bits.
[[nodiscard]] std::optional<std::uint64_t> to_count(const std::string& digits);

}  // namespace heed::matrix
