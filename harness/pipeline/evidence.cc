#include "harness/pipeline/evidence.h"

#include "harness/observe/probes.h"
#include "harness/util/file.h"

namespace heed::pipeline {

std::vector<core::Observation> observe_files(
    std::span<const core::EvidenceFile> files) {
  std::vector<core::Observation> all;
  for (const core::EvidenceFile& file : files) {
    if (observe::find_probe(file.kind) == nullptr) {
      continue;
    }
    // A missing file is empty text: its probe says what that means.
    const util::Result<std::string> text = util::read_file(file.path);
    std::vector<core::Observation> seen =
        observe::observe({.file = file, .text = text.value_or("")});
    all.insert(all.end(), std::make_move_iterator(seen.begin()),
               std::make_move_iterator(seen.end()));
  }
  return all;
}

}  // namespace heed::pipeline
