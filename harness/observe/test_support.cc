#include "harness/observe/test_support.h"

#include <algorithm>
#include <variant>

#include "harness/util/assert.h"
#include "harness/util/file.h"
#include "harness/util/format.h"

namespace heed::observe {
namespace {

std::string text_of(const core::Observation& fact) {
  if (const auto* number = std::get_if<double>(&fact.value)) {
    return util::format("{}", *number);
  }
  return std::get<std::string>(fact.value);
}

}  // namespace

core::Evidence fixture(const std::string& kind, const std::string& file) {
  const auto text =
      util::read_file(HEED_SOURCE_DIR "/harness/observe/testdata/" + file);
  ASSERT(text.has_value());
  return evidence(kind, *text);
}

core::Evidence evidence(const std::string& kind, const std::string& text,
                        const std::string& module) {
  core::Evidence made;
  made.file.kind = kind;
  made.file.module = module;
  made.file.suite = "suite";
  made.text = text;
  return made;
}

std::string value_of(const Facts& facts, const std::string& subject,
                     const std::string& metric) {
  std::string found = "absent";
  for (const core::Observation& fact : facts) {
    if (fact.subject == subject && fact.metric == metric) {
      found = found == "absent" ? text_of(fact) : "several";
    }
  }
  return found;
}

std::vector<std::string> unreadable_in(const Facts& facts) {
  std::vector<std::string> found;
  for (const core::Observation& fact : facts) {
    if (fact.metric == "unreadable") {
      found.push_back(fact.subject + ": " + text_of(fact));
    }
  }
  return found;
}

const core::Observation& find(const Facts& facts, const std::string& subject,
                              const std::string& metric) {
  const auto found =
      std::ranges::find_if(facts, [&](const core::Observation& fact) {
        return fact.subject == subject && fact.metric == metric;
      });
  ASSERT(found != facts.end());
  return *found;
}

}  // namespace heed::observe
