#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/core/artifact.h"
#include "harness/core/cell.h"
#include "harness/core/exit_code.h"
#include "harness/core/finding.h"
#include "harness/core/observation.h"
#include "harness/core/outcome.h"
#include "harness/core/plan.h"
#include "harness/core/verdict.h"
#include "harness/util/json.h"

namespace heed::core {

/// Where a planned cell ended in the accounting.
enum class CellClass { run, reused, inconclusive };

inline constexpr std::array<std::string_view, 3> kCellClassNames = {
    "run", "reused", "inconclusive"};

/// What a cell with a verdict came to.
enum class CellStatus { passed, failed, build_failed, none };

inline constexpr std::array<std::string_view, 4> kCellStatusNames = {
    "passed", "failed", "build-failed", "none"};

/// The unit recorded: everything known about one cell of one run.
struct CellResult {
  Cell cell;
  CellClass cls = CellClass::run;
  CellStatus status = CellStatus::none;
  std::string reason;        ///< of `inconclusive`; `same-as:<id>` of `reused`
  std::string fingerprint;   ///< equal: the result may be reused
  double build_seconds = 0;  ///< of its build
  double run_seconds = 0;
  std::vector<SuiteOutput> suites;
  std::vector<CaseResult> cases;
  std::vector<Observation> observations;
  std::vector<ModuleDecision> decisions;
  std::vector<Verdict> verdicts;
  std::vector<std::string> notices;  ///< config_ineffective and the like

  bool operator==(const CellResult&) const = default;
};

/// One build with what its evidence says (rungs R1 to R5).
struct BuildResult {
  Artifact artifact;
  std::vector<Observation> observations;

  bool operator==(const BuildResult&) const = default;
};

/// The unit reported: one pass of the line.
struct RunRecord {
  std::string id;       ///< "20270114T090311Z-7f3c19"
  std::string version;  ///< of heed
  std::string project;
  std::string plan;  ///< digest
  std::string strategy;
  std::uint64_t seed = 1;
  std::size_t settings = 0;
  std::string started;                          ///< RFC 3339
  std::string completed;                        ///< RFC 3339
  std::map<std::string, double> stage_seconds;  ///< configure, build, boot,
                                                ///< test, benchmark, judge
  Identity identity;
  Counts counts;
  std::vector<BuildResult> builds;
  std::vector<CellResult> cells;  ///< in table order of their values
  std::vector<Finding> findings;
  std::vector<LeftOutCell> left_out;
  std::vector<Setting> declared;  ///< every setting with an axis in this plan
  std::vector<std::string> modules;
  std::set<ExitCode> exit_codes;  ///< all that apply

  bool operator==(const RunRecord&) const = default;
};

/// A CellResult as stored in history and in cells/<id>/, and back. The two are
/// inverse to each other: a test holds it.
[[nodiscard]] util::Json to_json(const CellResult& result);
[[nodiscard]] util::Result<CellResult> cell_result_from_json(
    const util::Json& json);

}  // namespace heed::core
