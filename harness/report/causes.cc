#include "harness/report/causes.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "harness/report/text.h"
#include "harness/util/format.h"

namespace heed::report {
namespace {

using core::CaseOutcome;
using core::FindingKind;

/// How a finding of each kind is said: {module}, {setting}, {why}.
struct Phrase {
  FindingKind kind;
  const char* text;
};

constexpr std::array kPhrases = {
    Phrase{FindingKind::ignored_setting, "module {module} ignores {setting}"},
    Phrase{FindingKind::over_skipped,
           "module {module} does not do what {setting} leaves on"},
    Phrase{FindingKind::lost_setting, "{setting} is lost on its way"},
    Phrase{FindingKind::vacuous_pass,
           "{module} is enabled, passes and executes nothing"},
    Phrase{FindingKind::leak, "{module} leaves {why} behind"},
    Phrase{FindingKind::regression, "{module} takes more than before: {why}"},
    Phrase{FindingKind::improvement, "{module} takes less than before: {why}"},
    Phrase{FindingKind::crash, "{module} was ended: {why}"},
    Phrase{FindingKind::timeout, "{module} ran past its limit: {why}"},
    Phrase{FindingKind::inconclusive, "no verdict on {module}: {why}"},
};
static_assert(kPhrases.size() == core::kFindingKinds.size());

std::string or_else(const std::string& text, const char* otherwise) {
  return text.empty() ? otherwise : one_line(text);
}

std::string sentence_of(const core::Finding& finding) {
  const std::string& why =
      finding.reason.empty() ? finding.detail : finding.reason;
  const char* const text =
      kPhrases.at(static_cast<std::size_t>(finding.kind)).text;
  return fmt::format(fmt::runtime(text),
                     fmt::arg("module", or_else(finding.module, "the run")),
                     fmt::arg("setting", or_else(finding.setting, "a setting")),
                     fmt::arg("why", or_else(why, "no detail")));
}

/// "selftest_vectors = 0        observed 5"; a bound keeps its operator.
std::string comparison(const std::string& name, const std::string& expected,
                       const std::string* observed) {
  const bool is_bound =
      !expected.empty() && std::string("<>").find(expected[0]) < 2;
  const std::string claim =
      name.empty()
          ? one_line(expected)
          : one_line(name) + (is_bound ? " " : " = ") + one_line(expected);
  return observed == nullptr
             ? claim
             : util::format("{:<27} observed {}", claim, one_line(*observed));
}

/// What was compared, the self-test itself before what surrounds it.
std::vector<std::pair<std::string, std::string>> in_order(
    const std::map<std::string, std::string>& expected) {
  std::vector<std::pair<std::string, std::string>> rows(expected.begin(),
                                                        expected.end());
  std::stable_partition(rows.begin(), rows.end(), [](const auto& row) {
    return row.first.starts_with("selftest");
  });
  return rows;
}

void add_comparisons(const core::Finding& finding, Cause& cause) {
  for (const auto& [name, expected] : in_order(finding.expected)) {
    const auto observed = finding.observed.find(name);
    cause.lines.emplace_back(
        "expected",
        comparison(
            name, expected,
            observed == finding.observed.end() ? nullptr : &observed->second));
  }
  for (const auto& [name, observed] : finding.observed) {
    if (!finding.expected.contains(name)) {
      cause.lines.emplace_back("observed",
                               one_line(name) + " = " + one_line(observed));
    }
  }
}

Cause cause_of(const core::RunRecord& record, const core::Finding& finding) {
  Cause cause;
  cause.code = core::row_of(finding.kind).exit_code;
  cause.kind = core::row_of(finding.kind).name;
  cause.sentence = sentence_of(finding);
  if (finding.rung) {
    const core::RungRow& rung = core::row_of(*finding.rung);
    cause.lines.emplace_back(
        "first rung", util::format("{} {}{}{}", rung.name, rung.what,
                                   finding.rung_detail.empty() ? "" : ": ",
                                   one_line(finding.rung_detail)));
  }
  add_comparisons(finding, cause);
  if (!finding.expectation.empty()) {
    cause.lines.emplace_back(
        "rule", one_line(finding.expectation) +
                    (finding.source.empty()
                         ? ""
                         : " (source " + one_line(finding.source) + ")"));
  }
  if (!finding.detail.empty()) {
    cause.lines.emplace_back("detail", printable(finding.detail));
  }
  cause.lines.emplace_back("context", context_text(finding.context));
  cause.cells = finding.cells;
  cause.repro = finding.repro;
  for (const core::Setting& setting : record.declared) {
    if (setting.name == finding.setting) {
      cause.file = setting.file;
      cause.line = setting.line;
    }
  }
  return cause;
}

/// A crash or a time-out that a finding names already.
bool is_named(const core::RunRecord& record, const core::CellResult& cell,
              const core::CaseResult& result) {
  const bool is_crash = result.outcome == CaseOutcome::crash;
  const bool is_timeout = result.outcome == CaseOutcome::timeout;
  return std::any_of(
      record.findings.begin(), record.findings.end(),
      [&](const core::Finding& finding) {
        const bool is_kind =
            (is_crash && finding.kind == FindingKind::crash) ||
            (is_timeout && finding.kind == FindingKind::timeout);
        return is_kind && std::find(finding.cells.begin(), finding.cells.end(),
                                    cell.cell.id) != finding.cells.end();
      });
}

std::string log_of(const core::CellResult& cell, const std::string& suite) {
  for (const core::SuiteOutput& output : cell.suites) {
    if (output.suite == suite && !output.files.empty()) {
      return output.files.front().path.string();
    }
  }
  return "";
}

Cause cause_of(const core::CellResult& cell, const core::CaseResult& result) {
  Cause cause;
  cause.kind = "failed-case";
  cause.sentence =
      util::format("{} {} {}", one_line(result.suite), one_line(result.name),
                   core::row_of(result.outcome).label);
  if (!result.message.empty()) {
    cause.lines.emplace_back(
        "message",
        head_and_tail(printable(result.message), log_of(cell, result.suite)));
  }
  if (!result.file.empty()) {
    cause.lines.emplace_back(
        "at", util::format("{}:{}", one_line(result.file), result.line));
  }
  cause.lines.emplace_back("context", one_line(cell.cell.short_text));
  cause.file = result.file;
  cause.line = result.line;
  return cause;
}

void add_failed_cases(const core::RunRecord& record, std::vector<Cause>& all) {
  std::map<std::tuple<std::string, std::string, CaseOutcome>, Cause> by_case;
  for (const core::CellResult& cell : record.cells) {
    for (const core::CaseResult& result : cell.cases) {
      if (core::row_of(result.outcome).is_failure &&
          !is_named(record, cell, result)) {
        const std::tuple key(result.suite, result.name, result.outcome);
        const auto [place, is_new] = by_case.try_emplace(key);
        if (is_new) {
          place->second = cause_of(cell, result);
        }
        place->second.cells.push_back(cell.cell.id);
      }
    }
  }
  for (auto& [key, cause] : by_case) {
    all.push_back(std::move(cause));
  }
}

void add_failed_builds(const core::RunRecord& record, std::vector<Cause>& all) {
  for (const core::BuildResult& build : record.builds) {
    const core::Artifact& artifact = build.artifact;
    if (artifact.built || artifact.unavailable) {
      continue;
    }
    Cause cause{.code = core::ExitCode::build,
                .kind = "build-failure",
                .sentence = util::format("build {} fails to {}", artifact.build,
                                         artifact.failed_step)};
    cause.lines.emplace_back("message", printable(artifact.failure));
    for (const core::CellResult& cell : record.cells) {
      if (cell.cell.build.id == artifact.build) {
        if (cause.cells.empty()) {
          cause.lines.emplace_back("context", one_line(cell.cell.short_text));
        }
        cause.cells.push_back(cell.cell.id);
      }
    }
    all.push_back(std::move(cause));
  }
}

std::string build_failure_of(const core::RunRecord& record,
                             const core::CellResult& cell) {
  for (const core::BuildResult& build : record.builds) {
    if (build.artifact.build == cell.cell.build.id) {
      return build.artifact.failure;
    }
  }
  return "";
}

/// Cells without a verdict that no finding speaks of.
void add_open_cells(const core::RunRecord& record, std::vector<Cause>& all) {
  std::set<std::string> named;
  for (const core::Finding& finding : record.findings) {
    if (finding.kind == FindingKind::inconclusive) {
      named.insert(finding.cells.begin(), finding.cells.end());
    }
  }
  std::map<std::string, Cause> by_reason;
  for (const core::CellResult& cell : record.cells) {
    if (cell.cls == core::CellClass::inconclusive &&
        !named.contains(cell.cell.id)) {
      Cause& cause = by_reason[cell.reason];
      if (cause.cells.empty()) {
        cause = {
            .code = core::ExitCode::inconclusive,
            .kind = "inconclusive",
            .sentence = "no verdict on the cell: " + one_line(cell.reason)};
        const std::string failure = build_failure_of(record, cell);
        if (!failure.empty()) {
          cause.lines.emplace_back("message", printable(failure));
        }
        cause.lines.emplace_back("context", one_line(cell.cell.short_text));
      }
      cause.cells.push_back(cell.cell.id);
    }
  }
  for (auto& [reason, cause] : by_reason) {
    all.push_back(std::move(cause));
  }
}

std::size_t precedence(core::ExitCode code) {
  return static_cast<std::size_t>(
      std::find_if(core::kExitCodes.begin(), core::kExitCodes.end(),
                   [&](const auto& row) { return row.code == code; }) -
      core::kExitCodes.begin());
}

}  // namespace

std::vector<Cause> causes(const core::RunRecord& record) {
  std::vector<Cause> all;
  for (const core::Finding& finding : record.findings) {
    all.push_back(cause_of(record, finding));
  }
  add_failed_builds(record, all);
  add_failed_cases(record, all);
  add_open_cells(record, all);
  std::stable_sort(all.begin(), all.end(), [](const Cause& a, const Cause& b) {
    return precedence(a.code) < precedence(b.code);
  });
  return all;
}

std::vector<KindCount> count_by_kind(const std::vector<Cause>& causes) {
  std::vector<KindCount> counts;
  std::map<std::string, std::set<std::string>> cells;  // by kind
  for (const Cause& cause : causes) {
    auto row = std::find_if(
        counts.begin(), counts.end(),
        [&](const KindCount& count) { return count.kind == cause.kind; });
    if (row == counts.end()) {
      row = counts.insert(counts.end(), KindCount{.kind = cause.kind});
    }
    ++row->causes;
    cells[cause.kind].insert(cause.cells.begin(), cause.cells.end());
    row->cells = cells[cause.kind].size();
  }
  return counts;
}

}  // namespace heed::report
