#include <algorithm>
#include <array>
#include <set>

#include "harness/metrics/samples.h"

namespace heed::metrics {
namespace {

using core::CellResult;
using core::ModuleDecision;

/// What says that a self-test ran, the most direct first.
constexpr std::array<const char*, 2> kExecuted = {"selftests_executed",
                                                  "selftest_vectors"};

constexpr std::array<const char*, 3> kPairResults = {"heeded", "ignored",
                                                     "inconclusive"};

/// Of each module's boots in a cell the first is counted.
const ModuleDecision* decision_of(const CellResult& cell,
                                  const std::string& module) {
  const auto place =
      std::ranges::find(cell.decisions, module, &ModuleDecision::module);
  return place == cell.decisions.end() ? nullptr : &*place;
}

std::vector<std::string> key_of(const std::string& module,
                                const core::Decision& decision) {
  return {module, std::string(core::name_of(decision.outcome)),
          decision.reason};
}

/// Every decision that is expected or observed of each module has a sample in
/// both metrics, so that the two can be compared.
Samples decisions(const Source& source, bool is_observed) {
  std::map<std::vector<std::string>, double> counts;
  for (const CellResult& cell : source.record.cells) {
    for (const std::string& module : source.record.modules) {
      const ModuleDecision* const decision = decision_of(cell, module);
      if (decision == nullptr) {
        continue;
      }
      double& expected =
          counts.try_emplace(key_of(module, decision->expected), 0)
              .first->second;
      if (!is_observed) {
        ++expected;
      }
      if (decision->is_observed) {
        double& observed =
            counts.try_emplace(key_of(module, decision->observed), 0)
                .first->second;
        if (is_observed) {
          ++observed;
        }
      }
    }
  }
  return to_samples(counts);
}

std::optional<double> executed(const CellResult& cell,
                               const std::string& module) {
  for (const char* metric : kExecuted) {
    std::optional<double> sum;
    for (const core::Observation& fact : cell.observations) {
      const double* const value = std::get_if<double>(&fact.value);
      if (fact.subject == module && fact.metric == metric && value != nullptr) {
        sum = sum.value_or(0) + *value;
      }
    }
    if (sum) {
      return sum;
    }
  }
  return std::nullopt;
}

bool is_ignored(const CellResult& cell, const std::string& module) {
  return std::ranges::any_of(cell.verdicts, [&](const core::Verdict& verdict) {
    return verdict.module == module &&
           verdict.status == core::VerdictStatus::violated &&
           (verdict.kind == core::FindingKind::ignored_setting ||
            verdict.kind == core::FindingKind::over_skipped);
  });
}

const char* result_of(const CellResult& a, const CellResult& b,
                      const std::string& module) {
  if (is_ignored(a, module) || is_ignored(b, module)) {
    return kPairResults[1];
  }
  const bool is_known = decision_of(a, module)->is_observed &&
                        decision_of(b, module)->is_observed;
  return is_known ? kPairResults[0] : kPairResults[2];
}

/// The cells that differ in SETTING alone, together.
std::vector<std::vector<const CellResult*>> neighbours(
    const core::RunRecord& record, const std::string& setting) {
  std::map<core::Values, std::vector<const CellResult*>> groups;
  for (const CellResult& cell : record.cells) {
    core::Values rest = cell.cell.values;
    rest.erase(setting);
    groups[rest].push_back(&cell);
  }
  std::vector<std::vector<const CellResult*>> out;
  out.reserve(groups.size());
  for (auto& [rest, group] : groups) {
    out.push_back(std::move(group));
  }
  return out;
}

using Counts = std::map<std::vector<std::string>, double>;

/// Adds the pairs of one group of neighbours whose expected decisions differ.
Counts count_pairs(Counts counts, const std::vector<const CellResult*>& group,
                   const std::string& module, const core::Setting& setting) {
  const char* const level = setting.module.empty() ? "global" : "module";
  for (std::size_t i = 0; i < group.size(); ++i) {
    for (std::size_t j = i + 1; j < group.size(); ++j) {
      const ModuleDecision* const a = decision_of(*group[i], module);
      const ModuleDecision* const b = decision_of(*group[j], module);
      if (a == nullptr || b == nullptr ||
          a->expected.outcome == b->expected.outcome) {
        continue;
      }
      for (const char* result : kPairResults) {
        counts.try_emplace({module, setting.base, level, result}, 0);
      }
      ++counts[{module, setting.base, level,
                result_of(*group[i], *group[j], module)}];
    }
  }
  return counts;
}

}  // namespace

Samples decisions_expected(const Source& source) {
  return decisions(source, false);
}

Samples decisions_observed(const Source& source) {
  return decisions(source, true);
}

Samples selftests_executed(const Source& source) {
  Counts counts;
  for (const CellResult& cell : source.record.cells) {
    for (const std::string& module : source.record.modules) {
      const ModuleDecision* const decision = decision_of(cell, module);
      const auto count = executed(cell, module);
      if (decision != nullptr && count) {
        counts[{module,
                std::string(core::name_of(decision->expected.outcome))}] +=
            *count;
      }
    }
  }
  return to_samples(counts);
}

Samples setting_pairs(const Source& source) {
  Counts counts;
  for (const core::Setting& setting : source.record.declared) {
    for (const auto& group : neighbours(source.record, setting.name)) {
      for (const std::string& module : source.record.modules) {
        if (setting.module.empty() || setting.module == module) {
          counts = count_pairs(std::move(counts), group, module, setting);
        }
      }
    }
  }
  return to_samples(counts);
}

Samples settings_declared(const Source& source) {
  Samples samples;
  for (const std::string& module : source.record.modules) {
    const auto count = std::ranges::count_if(
        source.record.declared, [&](const core::Setting& setting) {
          return setting.module.empty() || setting.module == module;
        });
    samples.push_back({{module}, static_cast<double>(count)});
  }
  return samples;
}

Samples config_ineffective(const Source& source) {
  Counts counts;
  for (const CellResult& cell : source.record.cells) {
    for (const core::Observation& fact : cell.observations) {
      const double* const value = std::get_if<double>(&fact.value);
      if (fact.metric == "config_ineffective" && value != nullptr &&
          std::ranges::count(source.record.modules, fact.subject) > 0) {
        counts[{fact.subject}] += *value;
      }
    }
  }
  return to_samples(counts);
}

Samples leaks(const Source& source) {
  Counts counts;
  for (const CellResult& cell : source.record.cells) {
    for (const core::SuiteOutput& suite : cell.suites) {
      counts[{"process"}] += static_cast<double>(suite.left_behind.size());
      if (suite.kind == core::SuiteKind::boot) {
        counts.try_emplace({"larval"}, 0);
        counts.try_emplace({"thread"}, 0);
      }
    }
    for (const core::Observation& fact : cell.observations) {
      const auto* const text = std::get_if<std::string>(&fact.value);
      if (fact.metric != "leak" || text == nullptr) {
        continue;
      }
      const std::string kind = text->substr(0, text->find(' '));
      if (kind == "larval" || kind == "thread" || kind == "process") {
        ++counts[{kind}];
      }
    }
  }
  return to_samples(counts);
}

}  // namespace heed::metrics
