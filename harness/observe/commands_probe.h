#pragma once

#include <string_view>
#include <vector>

#include "harness/core/probe.h"

namespace heed::observe {

/// The configure command, a JSON array of arguments (rung R1).
///   passed:<VAR>   value of each -DVAR[:TYPE]=value; the last one wins
///   command_words  how many arguments, so that none passed is known as such
class CommandsProbe final : public core::Probe {
 public:
  [[nodiscard]] std::string_view name() const override { return "commands"; }

  [[nodiscard]] std::vector<core::Observation> observe(
      const core::Evidence& evidence) const override;
};

}  // namespace heed::observe
