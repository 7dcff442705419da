#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "harness/core/ladder.h"
#include "harness/judge/cell_index.h"
#include "harness/judge/conformance.h"
#include "harness/judge/facts.h"
#include "harness/judge/judge.h"
#include "harness/judge/ladder.h"
#include "harness/judge/locator.h"
#include "harness/judge/symptoms.h"
#include "harness/util/format.h"

namespace heed::judge {
namespace {

using core::CellResult;
using core::Finding;
using core::FindingKind;
using core::Rung;
using core::Verdict;
using core::VerdictStatus;

/// One cause: symptoms of equal kind, module, setting and reason.
struct Cause {
  FindingKind kind = FindingKind::inconclusive;
  std::string module;
  std::string setting;
  std::string reason;  ///< of `inconclusive`

  auto operator<=>(const Cause&) const = default;
};

using Groups = std::map<Cause, std::vector<Blamed>>;
using Context = std::map<std::string, std::string>;

Cause cause_of(const Blamed& blamed) {
  const bool is_unclear = blamed.verdict->status == VerdictStatus::inconclusive;
  return {.kind = is_unclear ? FindingKind::inconclusive : blamed.verdict->kind,
          .module = blamed.module,
          .setting = blamed.setting,
          .reason = is_unclear ? blamed.verdict->reason : ""};
}

bool is_subset(const Context& small, const Context& large) {
  return std::ranges::includes(large, small);
}

std::string text_of(const Context& context) {
  std::string text;
  for (const auto& [setting, value] : context) {
    text.append(text.empty() ? "" : ",");
    text.append(setting).append("=").append(value);
  }
  return text.empty() ? "default" : text;
}

/// In one line where there are several; the one is said elsewhere.
std::string text_of(const std::vector<Context>& contexts) {
  std::string text;
  for (const Context& context : contexts) {
    text += (text.empty() ? "contexts: " : "; ") + text_of(context);
  }
  return contexts.size() > 1 ? text : "";
}

class Attribution {
 public:
  Attribution(const core::Project& project,
              std::span<const core::BuildResult> builds,
              std::span<const CellResult> results)
      : project_(project),
        builds_(builds),
        results_(results),
        cells_(project, results),
        locator_(project, builds_, results, cells_) {}

  std::vector<Finding> findings() {
    const std::vector<Lost> lost =
        find_lost(project_, builds_, results_, cells_);
    std::vector<Finding> found;
    found.reserve(lost.size());
    for (const Lost& one : lost) {
      found.push_back(lost_finding(one));
    }
    Groups groups;
    for (const Blamed& blamed : find_symptoms(project_, results_, lost)) {
      groups[cause_of(blamed)].push_back(blamed);
    }
    merge_needless(groups);
    for (const auto& [cause, symptoms] : groups) {
      found.push_back(finding(cause, symptoms));
    }
    std::ranges::stable_sort(found, {}, order_of);
    return found;
  }

 private:
  static std::tuple<std::ptrdiff_t, FindingKind, std::string, std::string>
  order_of(const Finding& finding) {
    const auto* row =
        std::ranges::find(core::kExitCodes, row_of(finding.kind).exit_code,
                          &core::ExitCodeRow::code);
    return {row - core::kExitCodes.begin(), finding.kind, finding.module,
            finding.setting};
  }

  /// Indexes of the cells of SYMPTOMS, smallest context first.
  [[nodiscard]] std::vector<std::size_t> cells_of(
      const std::vector<Blamed>& symptoms) const {
    std::set<std::size_t> cells;
    for (const Blamed& blamed : symptoms) {
      cells.insert(blamed.cell);
    }
    return by_context(cells);
  }

  [[nodiscard]] std::vector<std::size_t> by_context(
      const std::set<std::size_t>& cells) const {
    std::vector<std::size_t> sorted(cells.begin(), cells.end());
    std::ranges::stable_sort(
        sorted, {}, [&](std::size_t cell) { return context_of(cell).size(); });
    return sorted;
  }

  [[nodiscard]] Context context_of(std::size_t cell) const {
    return off_default(project_, results_[cell].cell);
  }

  /// Work that is missing with no setting to blame is not missing because of
  /// one elsewhere: such causes join the one without a setting.
  void merge_needless(Groups& groups) const {
    Groups merged;
    for (auto& [cause, symptoms] : groups) {
      Cause plain = cause;
      plain.setting.clear();
      const auto base = groups.find(plain);
      const bool is_needless =
          base != groups.end() && !cause.setting.empty() &&
          !base->second.empty() &&
          is_subset(context_of(cells_of(base->second).front()),
                    context_of(cells_of(symptoms).front()));
      auto& target = merged[is_needless ? plain : cause];
      target.insert(target.end(), symptoms.begin(), symptoms.end());
    }
    groups = std::move(merged);
  }

  [[nodiscard]] Finding lost_finding(const Lost& lost) const {
    auto cells = by_context(lost.cells);
    // Where the loss changes what is decided it does harm: show that first.
    std::stable_partition(cells.begin(), cells.end(), [&](std::size_t cell) {
      return matters(lost, cell);
    });
    Finding finding;
    finding.kind = FindingKind::lost_setting;
    finding.module = lost.module;
    finding.setting = lost.setting->name;
    finding.rung = lost.rung;
    finding.rung_detail = "the value asked for does not arrive";
    finding.expectation = "arrives";
    const std::string& requested =
        results_[cells.front()].cell.values.at(lost.setting->name);
    finding.expected = {{lost.setting->name, requested}};
    finding.observed = {{lost.setting->name, lost.effective}};
    finding.detail =
        util::format("requested {}, effective {}", requested, lost.effective);
    finding.pair = {results_[lost.pair.first].cell.id,
                    results_[lost.pair.second].cell.id};
    place(finding, cells);
    return finding;
  }

  [[nodiscard]] bool matters(const Lost& lost, std::size_t cell) const {
    const core::Values& asked = results_[cell].cell.values;
    const core::Values acting = with(asked, lost.setting->name, lost.effective);
    return std::ranges::any_of(project_.modules, [&](const core::Module&
                                                         module) {
      return core::expected_decision(project_, asked, module.name).decision !=
             core::expected_decision(project_, acting, module.name).decision;
    });
  }

  /// Context, cells and the command that shows the finding again.
  void place(Finding& finding, const std::vector<std::size_t>& cells) const {
    finding.context = context_of(cells.front());
    finding.contexts = contexts(cells);
    for (const std::size_t cell : cells) {
      finding.cells.push_back(results_[cell].cell.id);
    }
    finding.repro = "heed run --cell " + finding.cells.front();
  }

  [[nodiscard]] Finding finding(const Cause& cause,
                                const std::vector<Blamed>& symptoms) const {
    const auto cells = cells_of(symptoms);
    Finding finding;
    finding.kind = cause.kind;
    finding.module = cause.module;
    finding.setting = cause.setting;
    finding.reason = cause.reason;
    place(finding, cells);
    describe(finding, symptoms, cells.front());
    if (!cause.setting.empty()) {
      locator_.locate(finding, cells.front(),
                      *project_.find_setting(cause.setting));
      finding.detail = text_of(finding.contexts);
    }
    if (finding.pair.empty()) {
      finding.pair = {results_[cells.front()].cell.id};
    }
    return finding;
  }

  /// What was claimed and seen in CELL, the one of the smallest context.
  static void describe(Finding& finding, const std::vector<Blamed>& symptoms,
                       std::size_t cell) {
    const bool is_work_claimed =
        std::ranges::any_of(symptoms, [&](const Blamed& blamed) {
          return blamed.cell == cell &&
                 blamed.verdict->expectation != kDecisionClaim;
        });
    for (const Blamed& blamed : symptoms) {
      if (blamed.cell != cell) {
        continue;
      }
      const Verdict& verdict = *blamed.verdict;
      finding.expected.emplace(verdict.metric, verdict.expected);
      finding.observed.emplace(verdict.metric, verdict.observed);
      finding.rung =
          std::min(finding.rung.value_or(verdict.rung), verdict.rung);
      const bool is_headline =
          finding.expectation.empty() &&
          (!is_work_claimed || verdict.expectation != kDecisionClaim);
      if (is_headline) {
        finding.expectation = verdict.expectation;
        finding.source = verdict.source;
        finding.detail = util::format("{}: {} {}", verdict.suite,
                                      verdict.metric, verdict.observed);
      }
    }
  }

  /// The contexts none of which contains another.
  [[nodiscard]] std::vector<Context> contexts(
      const std::vector<std::size_t>& cells) const {
    std::vector<Context> smallest;
    for (const std::size_t cell : cells) {
      const Context context = context_of(cell);
      const bool is_new = std::ranges::none_of(
          smallest,
          [&](const Context& known) { return is_subset(known, context); });
      if (is_new) {
        smallest.push_back(context);
      }
    }
    return smallest;
  }

  const core::Project& project_;
  BuildIndex builds_;
  std::span<const CellResult> results_;
  CellIndex cells_;
  Locator locator_;
};

}  // namespace

std::vector<Finding> attribute(const core::Project& project,
                               std::span<const core::BuildResult> builds,
                               std::span<const CellResult> results) {
  return Attribution(project, builds, results).findings();
}

}  // namespace heed::judge
