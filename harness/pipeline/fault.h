#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "harness/core/finding.h"
#include "harness/util/error.h"

namespace heed::pipeline {

/// A finding that a seeded fault must cause.
struct FaultFinding {
  core::FindingKind kind = core::FindingKind::ignored_setting;
  std::string module;
  std::string setting;  ///< "" where the finding names none
  std::string rung;     ///< "R7"; "" where any will do
  std::map<std::string, std::string> context;  ///< values off their defaults of
                                               ///< the smallest cell
  bool has_context = false;
  std::string preset;  ///< "" for the project's first
  /// What may show beside it: "KIND MODULE", or "KIND *" where every module is
  /// hit.
  std::vector<std::string> also;

  bool operator==(const FaultFinding&) const = default;
};

/// A patch under faults/ that must turn the matrix red. The text before the
/// diff, which `git apply` and `patch` skip, is a description and then a block
/// of `key: value` lines for each finding, blocks apart by an empty line:
///
///   finding: ignored-setting
///   module: kdf_sp800108
///   setting: notests
///   rung: R7
///   context: notests=1
///
/// `finding` and `module` are required; context is `default` or `k=v,k=v`.
/// `also: regression *` says what else the same cause shows as, where many
/// modules share it.
/// The alternative, a file beside the patch, was rejected: the two would part.
struct Fault {
  std::string name;  ///< "kdf/late-gate": folder and stem
  std::string description;
  std::vector<FaultFinding> findings;
  std::filesystem::path patch;

  bool operator==(const Fault&) const = default;
};

/// Reads the leading text of a patch. Errors: no finding, an unknown kind or
/// key, a malformed context; `where` is the line.
[[nodiscard]] util::Result<Fault> parse_fault(std::string_view name,
                                              std::string_view text);

/// What the matrix found, held against what FAULT demands.
enum class FaultResult { caught, missed, misattributed };

inline constexpr std::array<std::string_view, 3> kFaultResultNames = {
    "caught", "missed", "misattributed"};

struct FaultOutcome {
  FaultResult result = FaultResult::missed;
  std::vector<std::string> complaints;  ///< one line each; empty when caught
};

/// Caught: each demanded finding is there, with its module, setting, rung and
/// context, and every other finding is a consequence: it names a setting or a
/// module that FAULT names too, or is one that `also` allows, or names a suite
/// (`folder.kind`) that breaks.
/// Misattributed: the kind is there with another module or setting, or
/// something unrelated was blamed.
[[nodiscard]] FaultOutcome compare(const Fault& fault,
                                   const std::vector<core::Finding>& findings);

}  // namespace heed::pipeline
