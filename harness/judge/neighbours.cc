#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "harness/judge/bound_verdict.h"
#include "harness/judge/cell_index.h"
#include "harness/judge/conformance.h"
#include "harness/judge/facts.h"
#include "harness/judge/judge.h"
#include "harness/judge/observable.h"
#include "harness/judge/settle.h"
#include "harness/util/format.h"

namespace heed::judge {
namespace {

using core::CellResult;
using core::ModuleDecision;
using core::Verdict;
using core::VerdictStatus;

constexpr std::string_view kSuitePrefix = "suite:";

bool holds(const core::Project& project, const core::Condition& condition,
           const core::Cell& cell, const ModuleDecision& decision) {
  const auto facts =
      facts_about(project, cell, decision.module, decision.suite);
  return condition.holds(core::lookup_for(cell.values, decision.module, facts));
}

/// The stronger of two: violated, then inconclusive, then fulfilled.
const Verdict& worse(const Verdict& a, const Verdict& b) {
  const auto weight = [](const Verdict& verdict) {
    return verdict.status == VerdictStatus::violated       ? 2
           : verdict.status == VerdictStatus::inconclusive ? 1
                                                           : 0;
  };
  return weight(b) > weight(a) ? b : a;
}

/// What a claim found: verdicts to add, and notices where no cell of the run
/// could be compared.
struct Additions {
  std::vector<Verdict> verdicts;
  std::vector<std::string> notices;
};

class Comparer {
 public:
  Comparer(const core::Project& project, std::vector<CellResult>& results)
      : project_(project),
        results_(results),
        index_(project, std::span<const CellResult>(results)) {}

  [[nodiscard]] Additions compare(std::size_t cell) const {
    Additions additions;
    for (const ModuleDecision& decision : results_[cell].decisions) {
      const core::Module& module = *project_.find_module(decision.module);
      if (is_refused(results_[cell], decision.suite)) {
        continue;
      }
      for (const core::Effect& effect : module.effects) {
        compare_effect(cell, decision, effect, additions);
      }
      for (const core::SameRule& rule : module.same) {
        compare_same(cell, decision, rule, additions);
      }
    }
    return additions;
  }

 private:
  void compare_effect(std::size_t cell, const ModuleDecision& decision,
                      const core::Effect& effect, Additions& additions) const {
    if (!effect.suite.empty() ||
        !holds(project_, effect.when, results_[cell].cell, decision)) {
      return;
    }
    for (const auto& [observable, bound] : effect.expect) {
      if (!bound.relative_to || !read_observable(results_[cell], decision.suite,
                                                 decision.module, observable)
                                     .applies) {
        continue;
      }
      const auto verdict = compare_bound(cell, decision, effect, observable);
      if (verdict) {
        additions.verdicts.push_back(*verdict);
      } else {
        additions.notices.push_back(
            util::format("{}: no neighbour with {} in this run", effect.id,
                         bound.relative_to->text()));
      }
    }
  }

  [[nodiscard]] std::optional<Verdict> compare_bound(
      std::size_t cell, const ModuleDecision& decision,
      const core::Effect& effect, const std::string& observable) const {
    const core::Bound& bound = effect.expect.at(observable);
    std::optional<Verdict> found;
    for (const Neighbour& near : index_.neighbours(cell)) {
      const CellResult& other = results_[near.cell];
      if (!holds(project_, *bound.relative_to, other.cell, decision)) {
        continue;
      }
      const Reading reference =
          read_observable(other, decision.suite, decision.module, observable);
      Verdict verdict = judge_bound(results_[cell], decision, effect,
                                    observable, reference.value.value_or(0));
      if (!reference.value) {
        verdict.status = VerdictStatus::inconclusive;
        verdict.reason = reference.reason;
      } else {
        verdict.expected +=
            util::format(" = {} (cell {})", upper_end(bound, *reference.value),
                         other.cell.id);
      }
      verdict.evidence = "cells/" + other.cell.id;
      found = found ? worse(*found, verdict) : verdict;
    }
    return found;
  }

  void compare_same(std::size_t cell, const ModuleDecision& decision,
                    const core::SameRule& rule, Additions& additions) const {
    // The first condition names the reference, as in "off is off".
    const bool is_claimed = std::any_of(
        rule.between.begin() + (rule.between.empty() ? 0 : 1),
        rule.between.end(), [&](const core::Condition& condition) {
          return holds(project_, condition, results_[cell].cell, decision);
        });
    if (!is_claimed) {
      return;
    }
    for (const std::string& what : rule.of) {
      std::optional<Verdict> found;
      for (const Neighbour& near : index_.neighbours(cell)) {
        if (holds(project_, rule.between.front(), results_[near.cell].cell,
                  decision)) {
          const Verdict verdict = same(cell, near.cell, decision, rule, what);
          found = found ? worse(*found, verdict) : verdict;
        }
      }
      if (found) {
        additions.verdicts.push_back(*found);
      } else {
        additions.notices.push_back(
            util::format("{}: no neighbour with {} in this run", rule.id,
                         rule.between.front().text()));
      }
    }
  }

  [[nodiscard]] Verdict same(std::size_t cell, std::size_t other,
                             const ModuleDecision& decision,
                             const core::SameRule& rule,
                             const std::string& what) const {
    Verdict verdict;
    verdict.module = decision.module;
    verdict.expectation = rule.id;
    verdict.metric = what;
    verdict.suite = decision.suite;
    verdict.source = rule.source;
    verdict.evidence = "cells/" + results_[other].cell.id;
    const auto own = part(results_[cell], decision.suite, what);
    const auto theirs = part(results_[other], decision.suite, what);
    verdict.expected = "as in cell " + results_[other].cell.id;
    if (!own || !theirs) {
      verdict.status = VerdictStatus::inconclusive;
      verdict.reason = why_missing(results_[own ? other : cell].observations,
                                   decision.suite);
      return verdict;
    }
    verdict.observed = *own == *theirs ? "equal" : "differs";
    if (*own != *theirs) {
      verdict.status = VerdictStatus::violated;
      verdict.kind = core::FindingKind::ignored_setting;
    }
    return verdict;
  }

  /// The text that a `same` rule compares: a section of the boot, or the cases
  /// of a suite with their outcomes.
  [[nodiscard]] static std::optional<std::string> part(
      const CellResult& result, const std::string& boot,
      const std::string& what) {
    if (!what.starts_with(kSuitePrefix)) {
      return find_text(result.observations, boot, "", "section:" + what);
    }
    const std::string suite = what.substr(kSuitePrefix.size());
    std::set<std::string> lines;
    for (const core::CaseResult& row : result.cases) {
      const std::string name = row.suite + "." + row.name;
      if (row.suite == suite || (name + ".").starts_with(suite + ".")) {
        lines.insert(name + " " + std::string(core::row_of(row.outcome).name) +
                     "\n");
      }
    }
    std::string text;
    for (const std::string& line : lines) {
      text += line;
    }
    return text.empty() ? std::nullopt : std::optional(text);
  }

  const core::Project& project_;
  const std::vector<CellResult>& results_;
  CellIndex index_;
};

}  // namespace

void judge_neighbours(const core::Project& project,
                      std::vector<CellResult>& results) {
  const Comparer comparer(project, results);
  std::vector<Additions> additions;
  additions.reserve(results.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    additions.push_back(comparer.compare(i));
  }
  // Beyond this point nothing is compared, so results may change.
  for (std::size_t i = 0; i < results.size(); ++i) {
    CellResult& result = results[i];
    for (Verdict& verdict : additions[i].verdicts) {
      result.verdicts.push_back(std::move(verdict));
    }
    for (std::string& notice : additions[i].notices) {
      if (std::ranges::find(result.notices, notice) == result.notices.end()) {
        result.notices.push_back(std::move(notice));
      }
    }
    if (!result.verdicts.empty()) {
      settle(result);
    }
  }
}

}  // namespace heed::judge
