#include "harness/observe/premature_exit_probe.h"

#include "harness/observe/facts.h"

namespace heed::observe {

std::vector<core::Observation> PrematureExitProbe::observe(
    const core::Evidence& evidence) const {
  if (evidence.text.empty()) {
    return {};
  }
  return {fact("", "premature_exit", 1.0)};
}

}  // namespace heed::observe
