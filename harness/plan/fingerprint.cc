#include "harness/plan/fingerprint.h"

#include "harness/util/hash.h"

namespace heed::plan {
namespace {

std::string without_folder(std::string word, const std::string& folder) {
  for (std::size_t at = word.find(folder);
       !folder.empty() && at != std::string::npos; at = word.find(folder)) {
    word.replace(at, folder.size(), "<build>");
  }
  return word;
}

}  // namespace

std::string fingerprint(const core::Artifact& artifact, const core::Boot& boot,
                        const std::string& version) {
  // Each part ends in a NUL, which no argument can hold: no two lists of
  // parts give one text.
  std::string text = version + '\0' + boot.command_line + '\0';
  for (const core::Suite& suite : artifact.suites) {
    text += suite.name + '\0';
    for (const std::string& word : suite.command) {
      text += without_folder(word, artifact.folder.string()) + '\0';
    }
    const auto digest = artifact.digests.find(suite.name);
    text += (digest == artifact.digests.end() ? "" : digest->second) + '\0';
  }
  return util::sha256_hex(text);
}

}  // namespace heed::plan
