#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "harness/core/run_record.h"

namespace heed::judge {

/// Which init function belongs to which module and in which order they run,
/// learnt from the boots of a run that came to their end.
class InitOrder {
 public:
  explicit InitOrder(std::span<const core::CellResult> results);

  /// The module in whose init the boot SUITE of RESULT ended early: one whose
  /// state is failed, else the one whose init began and did not return. "" when
  /// nothing tells.
  [[nodiscard]] std::string culprit(const core::CellResult& result,
                                    const std::string& suite) const;

 private:
  std::map<std::string, std::string> module_by_init_;
  std::map<std::string, std::vector<std::string>> order_by_suite_;
};

}  // namespace heed::judge
