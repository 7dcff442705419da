#include "harness/judge/culprit.h"

#include <algorithm>
#include <set>

#include "harness/judge/facts.h"

namespace heed::judge {
namespace {

/// Init functions of SUITE with a metric of METRICS, in the order of the log.
std::vector<std::string> inits_in(const core::CellResult& result,
                                  const std::string& suite,
                                  const std::set<std::string>& metrics) {
  std::vector<std::string> inits;
  for (const core::Observation& fact : result.observations) {
    if (fact.suite == suite && metrics.contains(fact.metric)) {
      inits.push_back(fact.subject);
    }
  }
  return inits;
}

}  // namespace

InitOrder::InitOrder(std::span<const core::CellResult> results) {
  for (const core::CellResult& result : results) {
    for (const core::Observation& fact : result.observations) {
      if (fact.metric == "init") {
        module_by_init_.emplace(to_text(fact), fact.subject);
      }
    }
    for (const core::SuiteOutput& suite : result.suites) {
      auto order = inits_in(result, suite.suite, {"initcall_result"});
      auto& longest = order_by_suite_[suite.suite];
      if (order.size() > longest.size()) {
        longest = std::move(order);
      }
    }
  }
}

std::string InitOrder::culprit(const core::CellResult& result,
                               const std::string& suite) const {
  for (const core::Observation& fact : result.observations) {
    if (fact.suite == suite && fact.metric == "state" &&
        to_text(fact).starts_with("failed")) {
      return fact.subject;
    }
  }
  const auto returned =
      inits_in(result, suite, {"initcall_result", "initcall_seen"});
  auto candidates = inits_in(result, suite, {"initcall_started"});
  const auto order = order_by_suite_.find(suite);
  if (order != order_by_suite_.end() && !returned.empty()) {
    candidates.insert(candidates.end(), order->second.begin(),
                      order->second.end());
  }
  for (const std::string& init : candidates) {
    const auto module = module_by_init_.find(init);
    if (std::ranges::find(returned, init) == returned.end() &&
        module != module_by_init_.end()) {
      return module->second;
    }
  }
  return "";
}

}  // namespace heed::judge
