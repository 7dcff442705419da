#include "harness/plan/fingerprint.h"

#include <algorithm>
#include <vector>

#include "harness/util/format.h"
#include "harness/util/hash.h"

namespace heed::plan {
namespace {

/// TEXT with its length before it: no two lists of fields read the same.
std::string field(std::string_view text) {
  return util::format("{}:{};", text.size(), text);
}

/// TEXT with a mark for the artifact's folder wherever it occurs, as in
/// `--file=/…/build/x` too.
std::string relative(std::string text, const std::string& folder) {
  constexpr std::string_view kMark = "{build}";
  if (folder.empty()) {
    return text;
  }
  for (std::size_t at = text.find(folder); at != std::string::npos;
       at = text.find(folder, at + kMark.size())) {
    const std::size_t end = at + folder.size();
    // "/build/12" is no folder of "/build/123".
    if (end == text.size() || text[end] == '/') {
      text.replace(at, folder.size(), kMark);
    }
  }
  return text;
}

std::string suite_text(const core::Artifact& artifact,
                       const core::Suite& suite) {
  const std::string folder = artifact.folder.string();
  const auto digest = artifact.digests.find(suite.name);
  std::string text =
      field(suite.name) + field(core::name_of(suite.kind)) +
      field(relative(suite.folder.string(), folder)) +
      field(digest == artifact.digests.end() ? "absent" : digest->second);
  for (const std::string& argument : suite.command) {
    text += field(relative(argument, folder));
  }
  return field(text);
}

}  // namespace

std::string fingerprint(const core::Artifact& artifact, const core::Boot& boot,
                        const std::string& judge_version) {
  std::vector<std::string> suites;
  for (const core::Suite& suite : artifact.suites) {
    suites.push_back(suite_text(artifact, suite));
  }
  std::sort(suites.begin(), suites.end());
  std::string text = field(judge_version) + field(boot.command_line);
  for (const std::string& suite : suites) {
    text += suite;
  }
  return util::sha256_hex(text);
}

}  // namespace heed::plan
