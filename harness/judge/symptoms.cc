#include "harness/judge/symptoms.h"

#include <algorithm>
#include <set>
#include <utility>

#include "harness/judge/blame.h"
#include "harness/judge/cell_index.h"
#include "harness/judge/conformance.h"
#include "harness/judge/culprit.h"

namespace heed::judge {
namespace {

using core::CellResult;
using core::FindingKind;
using core::ModuleDecision;
using core::Verdict;
using core::VerdictStatus;

const ModuleDecision* decision_of(const CellResult& result,
                                  const Verdict& verdict) {
  const auto found = std::ranges::find_if(
      result.decisions, [&](const ModuleDecision& decision) {
        return decision.module == verdict.module &&
               decision.suite == verdict.suite;
      });
  return found == result.decisions.end() ? nullptr : &*found;
}

/// True when MODULE did what the values that really acted demand.
bool is_explained(const core::Project& project, const CellResult& result,
                  std::size_t cell, const Verdict& verdict,
                  std::span<const Lost> lost) {
  core::Values effective = result.cell.values;
  for (const Lost& one : lost) {
    const bool is_concerned =
        one.module.empty() || one.module == verdict.module;
    if (is_concerned && one.cells.contains(cell)) {
      effective = with(effective, one.setting->name, one.effective);
    }
  }
  if (effective == result.cell.values) {
    return false;
  }
  const ModuleDecision* decision = decision_of(result, verdict);
  return decision == nullptr || !decision->is_observed ||
         decision->observed ==
             core::expected_decision(project, effective, verdict.module)
                 .decision;
}

bool is_setting_kind(FindingKind kind) {
  return kind == FindingKind::ignored_setting ||
         kind == FindingKind::over_skipped;
}

/// A difference between neighbours says that one of them is wrong, not which.
bool is_comparison(const Verdict& verdict) {
  return !verdict.evidence.empty() && verdict.observed == "differs";
}

bool is_weak(const Verdict& verdict) {
  return verdict.expectation == kReasonClaim || is_comparison(verdict);
}

/// True when all that VERDICT counted belongs to other modules, each of which
/// has a violated verdict about the same observable here: their work was done
/// on behalf of this one.
bool is_work_of_others(const CellResult& result, const Verdict& verdict) {
  const std::string metric = verdict.metric.substr(0, verdict.metric.find('{'));
  std::set<std::string> owners;
  for (const core::Observation& fact : result.observations) {
    const auto* value = std::get_if<double>(&fact.value);
    const auto scope = fact.labels.find("scope");
    const bool is_counted =
        fact.suite == verdict.suite && fact.metric == metric &&
        value != nullptr && *value != 0 &&
        (fact.subject == verdict.module ||
         (scope != fact.labels.end() && scope->second == verdict.module));
    if (is_counted) {
      owners.insert(fact.subject);
    }
  }
  return !owners.empty() && !owners.contains(verdict.module) &&
         std::ranges::all_of(owners, [&](const std::string& owner) {
           return std::ranges::any_of(
               result.verdicts, [&](const Verdict& other) {
                 return other.module == owner && other.suite == verdict.suite &&
                        other.metric.substr(0, other.metric.find('{')) ==
                            metric &&
                        other.status == VerdictStatus::violated;
               });
         });
}

/// True when the module decided otherwise than it must: what it then counts
/// is no more than the consequence.
bool has_other_outcome(const CellResult& result, const Verdict& verdict) {
  const ModuleDecision* decision = decision_of(result, verdict);
  return decision != nullptr && decision->is_observed &&
         decision->observed.outcome != decision->expected.outcome;
}

class Finder {
 public:
  Finder(const core::Project& project, std::span<const CellResult> results,
         std::span<const Lost> lost)
      : project_(project), results_(results), lost_(lost), inits_(results) {}

  std::vector<Blamed> find() {
    for (std::size_t i = 0; i < results_.size(); ++i) {
      for (const Verdict& verdict : results_[i].verdicts) {
        if (!is_weak(verdict)) {
          take(i, verdict);
        }
      }
    }
    // Beyond this point the strong evidence is complete.
    const std::size_t strong = found_.size();
    for (std::size_t i = 0; i < results_.size(); ++i) {
      for (const Verdict& verdict : results_[i].verdicts) {
        if (is_weak(verdict) && !is_known(i, verdict, strong)) {
          take(i, verdict);
        }
      }
    }
    return std::move(found_);
  }

 private:
  void take(std::size_t cell, const Verdict& verdict) {
    if (verdict.status == VerdictStatus::fulfilled ||
        verdict.reason == kCaseReason ||
        is_explained(project_, results_[cell], cell, verdict, lost_)) {
      return;
    }
    if (verdict.status == VerdictStatus::violated &&
        (verdict.kind == FindingKind::ignored_setting ||
         verdict.kind == FindingKind::regression) &&
        is_work_of_others(results_[cell], verdict)) {
      return;
    }
    if (verdict.kind == FindingKind::regression &&
        has_other_outcome(results_[cell], verdict)) {
      return;
    }
    found_.push_back(
        {cell, &verdict, module_of(cell, verdict), setting_of(cell, verdict)});
  }

  [[nodiscard]] std::string module_of(std::size_t cell,
                                      const Verdict& verdict) const {
    const bool is_end = verdict.status == VerdictStatus::violated &&
                        (verdict.kind == FindingKind::crash ||
                         verdict.kind == FindingKind::timeout);
    const std::string culprit =
        is_end ? inits_.culprit(results_[cell], verdict.suite) : "";
    return culprit.empty() ? verdict.module : culprit;
  }

  [[nodiscard]] std::string setting_of(std::size_t cell,
                                       const Verdict& verdict) const {
    const ModuleDecision* decision = decision_of(results_[cell], verdict);
    if (verdict.status != VerdictStatus::violated ||
        !is_setting_kind(verdict.kind) || decision == nullptr) {
      return "";
    }
    return blamed_setting(
        project_,
        {.values = results_[cell].cell.values,
         .module = verdict.module,
         .expected = decision->expected,
         .observed = decision->is_observed ? &decision->observed : nullptr});
  }

  /// True when stronger evidence already speaks of what VERDICT hints at.
  [[nodiscard]] bool is_known(std::size_t cell, const Verdict& verdict,
                              std::size_t strong) const {
    const auto is_about = [&](const Blamed& known) {
      const std::string other = "cells/" + results_[known.cell].cell.id;
      return is_comparison(verdict)
                 ? known.cell == cell || verdict.evidence == other
                 : known.module == verdict.module;
    };
    const bool is_lost = std::ranges::any_of(lost_, [&](const Lost& one) {
      return std::ranges::any_of(one.cells, [&](std::size_t other) {
        return other == cell ||
               verdict.evidence == "cells/" + results_[other].cell.id;
      });
    });
    return is_lost ||
           std::any_of(found_.begin(),
                       found_.begin() + static_cast<std::ptrdiff_t>(strong),
                       is_about);
  }

  const core::Project& project_;
  std::span<const CellResult> results_;
  std::span<const Lost> lost_;
  InitOrder inits_;
  std::vector<Blamed> found_;
};

}  // namespace

std::vector<Blamed> find_symptoms(const core::Project& project,
                                  std::span<const CellResult> results,
                                  std::span<const Lost> lost) {
  return Finder(project, results, lost).find();
}

}  // namespace heed::judge
