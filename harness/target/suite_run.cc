#include "harness/target/suite_run.h"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "harness/target/suite_command.h"
#include "harness/util/file.h"

namespace heed::target {
namespace {

using Path = std::filesystem::path;

// One write, so that suites that end at the same time keep their lines whole;
// a line that is there already is not repeated.
util::Result<void> note_command(const Path& folder, const std::string& line) {
  const Path path = folder / "commands.txt";
  const std::string known = util::read_file(path).value_or("");
  if (("\n" + known).find("\n" + line + "\n") != std::string::npos) {
    return {};
  }
  const int file =
      open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  const std::string text = line + "\n";
  const bool is_written = file >= 0 && write(file, text.data(), text.size()) ==
                                           static_cast<ssize_t>(text.size());
  const int code = errno;
  if (file >= 0) {
    close(file);
  }
  if (!is_written) {
    return tl::unexpected(util::Error{"cannot write", path.string(),
                                      std::generic_category().message(code),
                                      ""});
  }
  return {};
}

// Evidence files that a suite did not write are there, but empty.
std::vector<core::EvidenceFile> files_of(const core::Artifact& artifact,
                                         const std::string& name,
                                         const SuiteCommand& suite) {
  std::vector<core::EvidenceFile> files = suite.files;
  for (const core::EvidenceFile& file : suite.files) {
    close(open(file.path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
  }
  for (const core::EvidenceFile& file : suite.optional_files) {
    if (std::filesystem::exists(file.path)) {
      files.push_back(file);
    }
  }
  for (const core::EvidenceFile& file : artifact.evidence) {
    if (file.suite == name) {
      files.push_back(file);
    }
  }
  return files;
}

void remove_files(const std::vector<core::EvidenceFile>& files) {
  for (const core::EvidenceFile& file : files) {
    std::error_code ignored;
    std::filesystem::remove(file.path, ignored);
  }
}

}  // namespace

util::Result<core::SuiteOutput> run_suite(util::CommandRunner& runner,
                                          const core::Artifact& artifact,
                                          const core::SuiteRun& run,
                                          const std::vector<std::string>& ours,
                                          std::stop_token stop) {
  core::SuiteOutput output{.suite = run.suite.name, .kind = run.suite.kind};
  if (run.suite.command.empty()) {
    output.could_not_start = "its tool is not installed";
    return output;
  }
  if (const auto made = util::make_folder(run.folder); !made) {
    return tl::unexpected(made.error());
  }
  const SuiteCommand suite = suite_command(run, ours);
  remove_files(suite.files);
  remove_files(suite.optional_files);
  const auto noted = note_command(run.folder, util::shell_text(suite.command));
  if (!noted) {
    return tl::unexpected(noted.error());
  }
  const auto result = runner.run(suite.command, std::move(stop));
  if (!result) {
    output.could_not_start = result.error().text();
    return output;
  }
  output.exit_code = result->exit_code;
  output.signal = result->signal;
  output.timed_out = result->timed_out;
  output.interrupted = result->interrupted;
  output.left_behind = result->left_behind;
  output.seconds = result->wall.count();
  output.files = files_of(artifact, run.suite.name, suite);
  return output;
}

}  // namespace heed::target
