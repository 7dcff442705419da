#include "harness/observe/instructions_probe.h"

#include <map>
#include <string>

#include "harness/observe/callgrind.h"
#include "harness/observe/facts.h"
#include "harness/observe/function_name.h"
#include "harness/util/format.h"

namespace heed::observe {
namespace {

constexpr std::string_view kSelftest = "_selftest";

/// The stem of FILE's name without `_selftest`; empty for other files.
std::string selftest_stem(std::string_view file) {
  const std::size_t slash = file.rfind('/');
  std::string_view stem =
      slash == std::string_view::npos ? file : file.substr(slash + 1);
  stem = stem.substr(0, stem.rfind('.'));
  if (!stem.ends_with(kSelftest)) {
    return "";
  }
  return std::string(stem.substr(0, stem.size() - kSelftest.size()));
}

}  // namespace

std::vector<core::Observation> InstructionsProbe::observe(
    const core::Evidence& evidence) const {
  const util::Result<Callgrind> parsed = parse_callgrind(evidence.text);
  if (!parsed) {
    return {unreadable("instructions", parsed.error().why)};
  }
  std::vector<core::Observation> facts;
  std::map<std::string, double> init;
  for (const FunctionCost& function : parsed->functions) {
    const std::string name = unqualified(function.name);
    if (is_init_function(name)) {
      init[name] += function.total();
    }
    const std::string stem = selftest_stem(function.file);
    if (!stem.empty() && function.total() > 0) {
      facts.push_back(fact(stem, "selftest_symbol", function.name,
                           {{"ir", util::format("{}", function.total())},
                            {"calls", util::format("{}", function.calls)}}));
    }
  }
  for (const auto& [name, instructions] : init) {
    facts.push_back(fact(name, "init_instructions", instructions));
  }
  facts.push_back(fact("", "total_instructions", parsed->total));
  return facts;
}

}  // namespace heed::observe
