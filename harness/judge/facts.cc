#include "harness/judge/facts.h"

#include <algorithm>

#include "harness/util/format.h"

namespace heed::judge {

std::string to_text(const core::Observation& fact) {
  if (const auto* number = std::get_if<double>(&fact.value)) {
    return util::format("{}", *number);
  }
  return std::get<std::string>(fact.value);
}

const core::Observation* find_fact(const std::vector<core::Observation>& facts,
                                   std::string_view suite,
                                   std::string_view subject,
                                   std::string_view metric) {
  const auto found =
      std::ranges::find_if(facts, [&](const core::Observation& fact) {
        return fact.metric == metric && fact.subject == subject &&
               fact.suite == suite;
      });
  return found == facts.end() ? nullptr : &*found;
}

std::optional<std::string> find_text(
    const std::vector<core::Observation>& facts, std::string_view suite,
    std::string_view subject, std::string_view metric) {
  const core::Observation* fact = find_fact(facts, suite, subject, metric);
  return fact == nullptr ? std::nullopt : std::optional(to_text(*fact));
}

std::string why_missing(const std::vector<core::Observation>& facts,
                        std::string_view suite) {
  const auto found =
      std::ranges::find_if(facts, [&](const core::Observation& fact) {
        return fact.suite == suite && fact.metric == "unreadable";
      });
  return found == facts.end() ? "no-output" : to_text(*found);
}

const core::SuiteOutput* find_suite(const core::CellResult& result,
                                    std::string_view suite) {
  const auto found = std::ranges::find_if(
      result.suites,
      [&](const core::SuiteOutput& output) { return output.suite == suite; });
  return found == result.suites.end() ? nullptr : &*found;
}

}  // namespace heed::judge
