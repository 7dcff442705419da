#include "harness/report/console.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "harness/report/causes.h"
#include "harness/report/text.h"
#include "harness/util/format.h"

namespace heed::report {
namespace {

using core::ExitCode;
using core::RunRecord;

constexpr std::string_view kIndent = "        ";
constexpr std::size_t kLabelWidth = 17;
constexpr std::size_t kShownDigits = 6;

constexpr std::string_view kRed = "\x1b[1;31m";
constexpr std::string_view kYellow = "\x1b[1;33m";
constexpr std::string_view kGreen = "\x1b[1;32m";
constexpr std::string_view kReset = "\x1b[0m";

/// How a cause is headed, and what to type next, by exit code.
struct CodeRow {
  ExitCode code;
  std::string_view word;
  std::string_view color;
  std::string_view next;  ///< {cell} is the first cell of the worst cause
};

constexpr std::array kCodes = {
    CodeRow{ExitCode::internal, "FAIL", kRed, "heed doctor"},
    CodeRow{ExitCode::interrupted, "FAIL", kYellow, "heed run"},
    CodeRow{ExitCode::terminated, "FAIL", kYellow, "heed run"},
    CodeRow{ExitCode::usage, "FAIL", kRed, "heed --help"},
    CodeRow{ExitCode::build, "FAIL", kRed, "heed explain {cell}"},
    CodeRow{ExitCode::findings, "FAIL", kRed, "heed explain {cell}"},
    CodeRow{ExitCode::performance, "SLOW", kRed, "heed explain {cell}"},
    CodeRow{ExitCode::inconclusive, "OPEN", kYellow, "heed doctor"},
    CodeRow{ExitCode::nothing_ran, "NONE", kYellow, "heed list --why-not"},
    CodeRow{ExitCode::conforms, "GOOD", kGreen, "heed mutate"},
};

const CodeRow& row_of(ExitCode code) {
  return *std::find_if(kCodes.begin(), kCodes.end(),
                       [&](const CodeRow& row) { return row.code == code; });
}

std::string colored(std::string_view text, std::string_view color, bool is_on) {
  return is_on ? util::format("{}{}{}", color, text, kReset)
               : std::string(text);
}

std::string position(std::size_t number, std::size_t total) {
  const std::string whole = std::to_string(total);
  return util::format("[{:>{}}/{}]", number, whole.size(), whole);
}

/// LABEL and TEXT in two columns; further lines of TEXT below the first.
std::string row(std::string_view label, const std::string& text) {
  std::string out = util::format("{}{:<{}}", kIndent, label, kLabelWidth);
  for (const char byte : text) {
    out += byte;
    if (byte == '\n') {
      out.append(kIndent.size() + kLabelWidth, ' ');
    }
  }
  return out + '\n';
}

// The block of a cause stays on a screen; all of it is in the reports.
constexpr std::size_t kMostComparisons = 4;
constexpr std::size_t kMostTextLines = 8;

/// The first lines of TEXT, and how many there are besides.
std::string shortened(const std::string& text) {
  std::size_t end = 0;
  for (std::size_t lines = 0; lines < kMostTextLines; ++lines) {
    end = text.find('\n', end);
    if (end == std::string::npos) {
      return text;
    }
    ++end;
  }
  const auto more = std::count(text.begin() + static_cast<std::ptrdiff_t>(end),
                               text.end(), '\n') +
                    1;
  return text.substr(0, end) +
         util::format("({} more lines in report.json)", more);
}

const core::CellResult* find_cell(const RunRecord& record,
                                  const std::string& id) {
  const auto place = std::find_if(
      record.cells.begin(), record.cells.end(),
      [&](const core::CellResult& cell) { return cell.cell.id == id; });
  return place == record.cells.end() ? nullptr : &*place;
}

std::string head_of(const RunRecord& record, const Cause& cause, bool color) {
  const CodeRow& code = row_of(cause.code);
  const std::string word = colored(code.word, code.color, color);
  const core::CellResult* const cell =
      cause.cells.empty() ? nullptr : find_cell(record, cause.cells.front());
  if (cell == nullptr) {
    return word + "\n";
  }
  const auto number = static_cast<std::size_t>(cell - record.cells.data()) + 1;
  return util::format("{} {}  {}   {:.1f}s\n",
                      position(number, record.cells.size()), word,
                      short_name(record.cells, cell->cell), cell->run_seconds);
}

std::string block_of(const RunRecord& record, const Cause& cause, bool color) {
  std::string out = head_of(record, cause, color);
  out += util::format("{}{:<{}}{}\n", kIndent, cause.kind + "  ", kLabelWidth,
                      cause.sentence);
  std::size_t comparisons = 0;
  for (const auto& [label, text] : cause.lines) {
    if (label == "expected" && ++comparisons > kMostComparisons) {
      continue;
    }
    const bool has_more = label == "context" && cause.cells.size() > 1;
    if (label == "rule" && comparisons > kMostComparisons) {
      out += row("", util::format("{} more in report.json",
                                  comparisons - kMostComparisons));
    }
    out +=
        row(label, has_more ? text + "; " +
                                  counted(cause.cells.size() - 1, "more cell") +
                                  ", same cause"
                            : shortened(text));
  }
  if (!cause.repro.empty()) {
    out += row("repro", printable(cause.repro));
  }
  return out;
}

std::string plan_line_of(const RunRecord& record) {
  std::set<std::string> builds;
  for (const core::CellResult& cell : record.cells) {
    builds.insert(cell.cell.build.id);
  }
  return util::format(
      "plan {}  settings {}  product {}  excluded {}  strategy {}  builds {}  "
      "cells {}  seed {}",
      record.plan.substr(0, kShownDigits), record.settings,
      record.counts.product, record.counts.excluded, record.strategy,
      builds.size(), record.cells.size(), record.seed);
}

/// "notice  config_ineffective kdf_sp800108.notests (6 cells)".
std::string notices_of(const RunRecord& record) {
  std::map<std::string, std::size_t> cells;
  for (const core::CellResult& cell : record.cells) {
    for (const std::string& notice : cell.notices) {
      ++cells[notice];
    }
  }
  std::string out;
  for (const auto& [notice, count] : cells) {
    out +=
        row("notice", one_line(notice) + " (" + counted(count, "cell") + ")");
  }
  return out;
}

std::string exit_text(const std::set<ExitCode>& codes) {
  const ExitCode code = core::strongest(codes);
  std::string others;
  for (const ExitCode other : codes) {
    if (other != code) {
      others += (others.empty() ? "" : ", ") +
                std::to_string(static_cast<int>(other));
    }
  }
  return util::format("exit {}{}", static_cast<int>(code),
                      others.empty() ? "" : " (also " + others + ")");
}

std::string findings_text(const std::vector<Cause>& all) {
  std::string out;
  for (const KindCount& count : count_by_kind(all)) {
    out += util::format("{}{} {} ({})", out.empty() ? "" : ", ", count.kind,
                        count.causes, counted(count.cells, "cell"));
  }
  return out.empty() ? "none" : out;
}

std::string next_command(const RunRecord& record,
                         const std::vector<Cause>& all) {
  const CodeRow& row = row_of(core::strongest(record.exit_codes));
  std::string next(row.next);
  const std::string place = "{cell}";
  const std::size_t at = next.find(place);
  if (at == std::string::npos) {
    return next;
  }
  const auto cause = std::find_if(
      all.begin(), all.end(),
      [&](const Cause& candidate) { return !candidate.cells.empty(); });
  if (cause == all.end()) {
    return "heed doctor";
  }
  return next.replace(at, place.size(),
                      short_id(record.cells, cause->cells.front()));
}

std::string summary_of(const RunRecord& record, const std::vector<Cause>& all,
                       bool color) {
  const CodeRow& code = row_of(core::strongest(record.exit_codes));
  const std::size_t done = static_cast<std::size_t>(record.counts.run) +
                           static_cast<std::size_t>(record.counts.reused);
  return util::format(
      "{} done {}   {}\n{}findings: {}    {}\n{}next: {}\n",
      position(done, record.cells.size()),
      clock_text(seconds_between(record.started, record.completed)),
      identity_text(record.counts), kIndent, findings_text(all),
      colored(exit_text(record.exit_codes), code.color, color), kIndent,
      next_command(record, all));
}

class ConsoleReporter final : public core::Reporter {
 public:
  explicit ConsoleReporter(ConsoleOptions options) : options_(options) {}

  [[nodiscard]] std::string_view name() const override { return "console"; }

  void write(const RunRecord& record, std::ostream& out) const override {
    if (options_.has_plan_line) {
      out << plan_line_of(record) << '\n';
    }
    const std::vector<Cause> all = causes(record);
    const std::size_t shown = std::min(all.size(), options_.max_causes);
    for (std::size_t i = 0; i < shown; ++i) {
      out << block_of(record, all[i], options_.color);
    }
    if (shown < all.size()) {
      out << kIndent << counted(all.size() - shown, "more cause")
          << ": `heed report --json`\n";
    }
    out << notices_of(record) << summary_of(record, all, options_.color);
  }

 private:
  ConsoleOptions options_;
};

}  // namespace

std::unique_ptr<core::Reporter> make_console_reporter(ConsoleOptions options) {
  return std::make_unique<ConsoleReporter>(options);
}

std::string plan_line(const core::Plan& plan) {
  return util::format(
      "plan {}  settings {}  product {}  excluded {}  strategy {}  builds {}  "
      "cells {}  seed {}",
      plan.digest.substr(0, kShownDigits), plan.settings, plan.counts.product,
      plan.counts.excluded, plan.strategy, plan.builds.size(),
      plan.cells.size(), plan.seed);
}

std::string decision_summary(const core::Project& project,
                             const std::vector<core::Cell>& cells,
                             const std::vector<core::Setting>& axes) {
  std::string out;
  for (const core::Module& module : project.modules) {
    const bool has_axis = std::any_of(
        axes.begin(), axes.end(),
        [&](const core::Setting& axis) { return axis.module == module.name; });
    if (!has_axis) {
      continue;
    }
    std::array<std::size_t, core::kOutcomes.size()> counts{};
    for (const core::Cell& cell : cells) {
      const core::Decided decided =
          core::expected_decision(project, cell.values, module.name);
      ++counts.at(static_cast<std::size_t>(decided.decision.outcome));
    }
    std::string text;
    for (const core::OutcomeRow& row : core::kOutcomes) {
      text += util::format("{}{} {}", text.empty() ? "" : ", ",
                           counts.at(static_cast<std::size_t>(row.outcome)),
                           row.name);
    }
    out += util::format("{:<{}} {}: {}\n", module.name, kLabelWidth,
                        counted(cells.size(), "cell"), text);
  }
  return out;
}

std::string progress_line(const Progress& progress, std::size_t width) {
  std::string out =
      util::format("{} {}", position(progress.done, progress.total),
                   clock_text(progress.elapsed_seconds));
  if (progress.left_seconds) {
    out += "  left " + clock_text(*progress.left_seconds);
  }
  if (!progress.current.empty()) {
    out += "  " + one_line(progress.current.front());
  }
  const std::string more =
      progress.current.size() > 1
          ? util::format(" +{}", progress.current.size() - 1)
          : "";
  if (width > more.size() && out.size() + more.size() > width) {
    out.resize(width - more.size());
  }
  return out + more;
}

std::string cell_line(const Progress& progress, const core::CellResult& result,
                      bool color) {
  const bool is_open = result.cls == core::CellClass::inconclusive;
  const bool is_good = result.status == core::CellStatus::passed;
  const CodeRow& code = row_of(is_open   ? ExitCode::inconclusive
                               : is_good ? ExitCode::conforms
                                         : ExitCode::findings);
  std::string out = util::format(
      "{} {}  {}   {:.1f}s", position(progress.done, progress.total),
      colored(is_good && !is_open ? "ok  " : code.word, code.color, color),
      short_name({}, result.cell), result.run_seconds);
  if (is_open) {
    out += "  " + one_line(result.reason);
  }
  if (progress.left_seconds) {
    out += "  left " + clock_text(*progress.left_seconds);
  }
  return out;
}

}  // namespace heed::report
