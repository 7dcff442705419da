#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "harness/util/error.h"

namespace heed::util {

/// A process to start: arguments, never shell text.
struct Command {
  std::vector<std::string> argv;  ///< argv[0] is looked up in PATH
  std::filesystem::path folder;   ///< working folder
  std::map<std::string, std::string> environment;  ///< added to ours
  std::vector<std::string> unset;  ///< variables of ours that it does not get
  bool clean_environment = false;  ///< only `environment`, none of ours
  std::filesystem::path output;  ///< standard output (and error, if `error` is
                                 ///< empty) go there, raw, as they come
  std::filesystem::path error;
  std::optional<std::chrono::milliseconds> timeout;
  std::chrono::milliseconds kill_grace{10000};  ///< from SIGTERM to SIGKILL
};

/// How a process ended. A crash or a time-out is a result, not an error.
struct CommandResult {
  int exit_code = -1;  ///< -1 when it did not exit
  int signal = 0;      ///< 0 when no signal ended it
  bool timed_out = false;
  bool interrupted = false;              ///< ended because stop was requested
  std::vector<std::string> left_behind;  ///< command lines of the processes it
                                         ///< left after its end, since killed
  std::chrono::duration<double> wall{0};
  std::chrono::duration<double> cpu{0};  ///< user + system, children included

  [[nodiscard]] bool ok() const {
    return exit_code == 0 && signal == 0 && !timed_out;
  }
};

/// Runs processes. RealCommandRunner in commands, FakeCommandRunner in tests.
/// Thread safe: stages run several commands at a time.
class CommandRunner {
 public:
  virtual ~CommandRunner() = default;

  /// Runs COMMAND to its end with an empty standard input, and ends
  /// everything it started (double forks and new sessions included) at its
  /// end, at the time-out, or soon after STOP is requested.
  /// Errors: the program does not exist or cannot be started, the folder or
  /// the output file cannot be opened.
  [[nodiscard]] virtual Result<CommandResult> run(const Command& command,
                                                  std::stop_token stop) = 0;
};

/// The runner of commands. SETTLE is what processes that outlive their command
/// get to end by themselves before they count as left behind. Each command has
/// a supervisor process of its own (supervisor.h), so nothing it started
/// outlives it, nor heed, even when heed itself is killed.
[[nodiscard]] std::unique_ptr<CommandRunner> make_command_runner(
    std::chrono::milliseconds settle = std::chrono::milliseconds(200));

/// COMMAND as one shell-quoted line with its folder and environment changes,
/// so that a person can paste it.
[[nodiscard]] std::string shell_text(const Command& command);

/// One word quoted for a POSIX shell.
[[nodiscard]] std::string shell_quote(std::string_view word);

}  // namespace heed::util
