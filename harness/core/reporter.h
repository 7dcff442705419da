#pragma once

#include <ostream>
#include <string_view>

#include "harness/core/run_record.h"

namespace heed::core {

/// Writes a finished run in one format. No new judgement. One implementation
/// per format in report/, a row each in report/reporters.cc.
class Reporter {
 public:
  virtual ~Reporter() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;

  virtual void write(const RunRecord& record, std::ostream& out) const = 0;
};

}  // namespace heed::core
