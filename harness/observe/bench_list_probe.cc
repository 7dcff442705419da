#include "harness/observe/bench_list_probe.h"

#include <set>
#include <string>

#include "harness/observe/benchmark_key.h"
#include "harness/observe/facts.h"

namespace heed::observe {

std::vector<core::Observation> BenchListProbe::observe(
    const core::Evidence& evidence) const {
  std::set<std::string> keys;
  for (const std::string_view line : lines_of(evidence.text)) {
    const std::string_view name = trimmed(line);
    if (!name.empty()) {
      keys.insert(benchmark_key(name));
    }
  }
  if (keys.empty()) {
    return {unreadable("bench-list", "no-output")};
  }
  std::vector<core::Observation> facts;
  facts.reserve(keys.size());
  for (const std::string& key : keys) {
    facts.push_back(fact(key, "expected_benchmark", 1.0));
  }
  return facts;
}

}  // namespace heed::observe
