#include "harness/observe/gtest_list_probe.h"

#include <string>

#include "harness/observe/facts.h"

namespace heed::observe {
namespace {

/// The name on LINE without the comment that names a parameter.
std::string_view name_on(std::string_view line) {
  return trimmed(line.substr(0, line.find('#')));
}

bool is_disabled(std::string_view name) {
  return name.starts_with("DISABLED_") ||
         name.find("/DISABLED_") != std::string_view::npos;
}

}  // namespace

std::vector<core::Observation> GtestListProbe::observe(
    const core::Evidence& evidence) const {
  std::vector<core::Observation> facts;
  std::string suite;
  for (const std::string_view line : lines_of(evidence.text)) {
    const std::string_view name = name_on(line);
    if (!line.starts_with(' ')) {
      // Whatever a main() prints before the list is not a suite.
      suite = name.ends_with('.') && words_of(name).size() == 1 ? name : "";
    } else if (!suite.empty() && !name.empty() && !is_disabled(suite) &&
               !is_disabled(name)) {
      facts.push_back(fact(suite + std::string(name), "expected_case", 1.0));
    }
  }
  if (facts.empty()) {
    return {unreadable("gtest-list", "no-output")};
  }
  return facts;
}

}  // namespace heed::observe
