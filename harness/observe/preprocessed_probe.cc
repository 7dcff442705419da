#include "harness/observe/preprocessed_probe.h"

#include <string>

#include "harness/observe/facts.h"
#include "harness/util/hash.h"

namespace heed::observe {

std::vector<core::Observation> PreprocessedProbe::observe(
    const core::Evidence& evidence) const {
  const std::string& module = evidence.file.module;
  std::string tokens;
  for (const std::string_view line : lines_of(evidence.text)) {
    if (trimmed(line).starts_with('#')) {
      continue;
    }
    for (const std::string_view word : words_of(line)) {
      tokens.append(word).push_back(' ');
    }
  }
  if (tokens.empty()) {
    return {unreadable(module, "no-output")};
  }
  return {fact(module, "digest:preprocessed", util::sha256_hex(tokens))};
}

}  // namespace heed::observe
