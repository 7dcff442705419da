#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/core/plan.h"
#include "harness/core/project.h"
#include "harness/core/reporter.h"

namespace heed::report {

struct ConsoleOptions {
  bool color = false;
  bool has_plan_line = true;    ///< false: it was printed before the run
  std::size_t max_causes = 20;  ///< then "N more"

  bool operator==(const ConsoleOptions&) const = default;
};

/// What a person sees of a finished run: the plan line, a block for each
/// cause, the accounting identity, the counts of findings, the exit code and
/// the next command to type.
[[nodiscard]] std::unique_ptr<core::Reporter> make_console_reporter(
    ConsoleOptions options = {});

/// "plan 7f3c19  settings 5  product 72  excluded 0  strategy full  builds 6
/// cells 72  seed 1", without a line end.
[[nodiscard]] std::string plan_line(const core::Plan& plan);

/// One line for each module that has a setting of its own or an override among
/// AXES: "kdf_sp800108  72 cells: 21 run, 27 skip, 24 refuse".
/// REQUIRES: the last rule of PROJECT always holds.
[[nodiscard]] std::string decision_summary(
    const core::Project& project, const std::vector<core::Cell>& cells,
    const std::vector<core::Setting>& axes);

/// How far a run is.
struct Progress {
  std::size_t done = 0;
  std::size_t total = 0;
  std::vector<std::string> current;  ///< names of what runs now
  double elapsed_seconds = 0;
  std::optional<double> left_seconds;  ///< unknown at first

  bool operator==(const Progress&) const = default;
};

/// "[ 9/72] 00:04  left 00:31  cmake/cell/notests=1~3f9a1c +1", at most WIDTH
/// columns (0: no limit), without a line end: a bar rewrites it in place.
[[nodiscard]] std::string progress_line(const Progress& progress,
                                        std::size_t width = 0);

/// "[ 9/72] FAIL  cmake/cell/notests=1~3f9a1c   0.4s  left 00:31": a cell has
/// ended. Without a line end.
[[nodiscard]] std::string cell_line(const Progress& progress,
                                    const core::CellResult& result,
                                    bool color = false);

}  // namespace heed::report
