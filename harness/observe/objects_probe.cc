#include "harness/observe/objects_probe.h"

#include "harness/observe/facts.h"
#include "harness/util/hash.h"

namespace heed::observe {

std::vector<core::Observation> ObjectsProbe::observe(
    const core::Evidence& evidence) const {
  const std::string& module = evidence.file.module;
  if (trimmed(evidence.text).empty()) {
    return {unreadable(module, "no-output")};
  }
  return {fact(module, "digest:objects", util::sha256_hex(evidence.text))};
}

}  // namespace heed::observe
