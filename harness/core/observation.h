#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "harness/core/suite.h"

namespace heed::core {

/// Raw text and where it came from.
struct Evidence {
  EvidenceFile file;
  std::string text;
};

/// One fact that a probe read from evidence. No opinion.
struct Observation {
  std::string subject;  ///< module or test case, "" for the whole run
  std::string metric;   ///< "selftest_vectors", "decision", "loaded:notests"
  std::variant<double, std::string> value;
  std::string unit = "1";                     ///< base unit: seconds, bytes, 1
  std::map<std::string, std::string> labels;  ///< scope, result, msg …
  std::string suite;                          ///< which suite's evidence

  bool operator==(const Observation&) const = default;
};

}  // namespace heed::core
