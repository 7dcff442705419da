#include "harness/util/command.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/util/descriptor.h"
#include "harness/util/format.h"
#include "harness/util/supervisor.h"
#include "harness/util/try.h"

namespace heed::util {
namespace {

Error cannot_run(const Command& command, int error, std::string where = "") {
  return {"cannot run", command.argv.empty() ? "" : command.argv.front(),
          std::strerror(error), std::move(where)};
}

// Above 2 even where heed was started with closed standard streams: 0 to 2
// are replaced in the child.
Descriptor above_standard(int number) {
  if (number < 0 || number > 2) {
    return Descriptor(number);
  }
  const Descriptor low(number);
  return Descriptor(fcntl(number, F_DUPFD_CLOEXEC, 3));
}

Result<Descriptor> open_file(const Command& command,
                             const std::filesystem::path& path, int flags) {
  Descriptor file = above_standard(open(path.c_str(), flags | O_CLOEXEC, 0644));
  if (!file.is_open()) {
    return tl::unexpected(cannot_run(command, errno, path.string()));
  }
  return file;
}

Result<Descriptor> open_output(const Command& command,
                               const std::filesystem::path& path) {
  return open_file(command, path.empty() ? "/dev/null" : path,
                   O_WRONLY | O_CREAT | O_APPEND);
}

std::map<std::string, std::string> environment_of(const Command& command) {
  std::map<std::string, std::string> all = command.environment;
  const auto is_unset = [&](const std::string& name) {
    return std::find(command.unset.begin(), command.unset.end(), name) !=
           command.unset.end();
  };
  if (!command.clean_environment) {
    for (char** entry = environ; *entry != nullptr; ++entry) {
      const std::string text = *entry;
      const std::size_t equals = text.find('=');
      const std::string name = text.substr(0, equals);
      if (equals != std::string::npos && !is_unset(name)) {
        all.emplace(name, text.substr(equals + 1));
      }
    }
  }
  return all;
}

// As execvp(3), but before the fork: afterwards nothing may allocate.
Result<std::string> find_program(
    const Command& command,
    const std::map<std::string, std::string>& environment) {
  if (command.argv.empty() || command.argv.front().empty()) {
    return tl::unexpected(cannot_run(command, ENOENT, "no program is named"));
  }
  const std::string& name = command.argv.front();
  if (name.find('/') != std::string::npos) {
    const std::filesystem::path path = command.folder / name;
    if (access(path.c_str(), X_OK) != 0) {
      return tl::unexpected(cannot_run(command, errno));
    }
    return path.is_absolute() ? path.string() : name;
  }
  const auto found = environment.find("PATH");
  const std::string path =
      found == environment.end() ? "/usr/bin:/bin" : found->second;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    const std::string candidate =
        std::filesystem::absolute(command.folder /
                                  path.substr(begin, end - begin) / name)
            .string();
    if (access(candidate.c_str(), X_OK) == 0 &&
        !std::filesystem::is_directory(candidate)) {
      return candidate;
    }
    begin = end + 1;
  }
  return tl::unexpected(cannot_run(command, ENOENT, "looked in PATH " + path));
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> out;
  out.reserve(words.size() + 1);
  for (std::string& word : words) {
    out.push_back(word.data());
  }
  out.push_back(nullptr);
  return out;
}

std::string joined_arguments(std::string_view cmdline) {
  std::string text(cmdline);
  while (!text.empty() && text.back() == '\0') {
    text.pop_back();
  }
  std::replace(text.begin(), text.end(), '\0', ' ');
  return text;
}

CommandResult to_result(const SupervisorReport& report,
                        std::vector<std::string> left_behind) {
  CommandResult result;
  if (WIFEXITED(report.status)) {
    result.exit_code = WEXITSTATUS(report.status);
  } else if (WIFSIGNALED(report.status)) {
    result.signal = WTERMSIG(report.status);
  }
  result.timed_out = report.timed_out;
  result.interrupted = report.interrupted;
  std::sort(left_behind.begin(), left_behind.end());
  result.left_behind = std::move(left_behind);
  result.wall = std::chrono::duration<double>(report.wall_seconds);
  result.cpu = std::chrono::duration<double>(report.cpu_seconds);
  return result;
}

// Reads the supervisor's packets up to the last one.
Result<CommandResult> await_end(const Command& command, int channel) {
  std::vector<std::string> left_behind;
  while (true) {
    std::array<char, sizeof(SupervisorReport) + kMaxProcessText> packet{};
    const ssize_t size = recv(channel, packet.data(), packet.size(), 0);
    if (size < 0 && errno == EINTR) {
      continue;
    }
    if (size < static_cast<ssize_t>(sizeof(SupervisorReport))) {
      return tl::unexpected(Error{"lost track of", command.argv.front(),
                                  "its supervisor process was killed",
                                  "see the system's log"});
    }
    SupervisorReport report;
    std::memcpy(&report, packet.data(), sizeof(report));
    switch (report.kind) {
      case SupervisorReport::Kind::not_started:
        return tl::unexpected(
            cannot_run(command, report.status, command.folder.string()));
      case SupervisorReport::Kind::left:
        left_behind.push_back(joined_arguments(
            {packet.data() + sizeof(report),
             static_cast<std::size_t>(size) - sizeof(report)}));
        break;
      case SupervisorReport::Kind::ended:
        return to_result(report, std::move(left_behind));
    }
  }
}

class RealCommandRunner final : public CommandRunner {
 public:
  explicit RealCommandRunner(std::chrono::milliseconds settle)
      : settle_(settle) {}

  Result<CommandResult> run(const Command& command,
                            std::stop_token stop) override {
    if (stop.stop_requested()) {
      CommandResult result;
      result.interrupted = true;
      return result;
    }
    const std::map<std::string, std::string> environment =
        environment_of(command);
    TRY_ASSIGN(const std::string program, find_program(command, environment));
    TRY_ASSIGN(const Descriptor input,
               open_file(command, "/dev/null", O_RDONLY));
    TRY_ASSIGN(const Descriptor output, open_output(command, command.output));
    Descriptor error;
    if (!command.error.empty()) {
      TRY_ASSIGN(error, open_output(command, command.error));
    }
    std::vector<std::string> argv = command.argv;
    std::vector<std::string> variables;
    variables.reserve(environment.size());
    for (const auto& [name, value] : environment) {
      variables.push_back(format("{}={}", name, value));
    }
    const std::vector<char*> argv_pointers = pointers(argv);
    const std::vector<char*> variable_pointers = pointers(variables);
    const std::string folder =
        command.folder.empty() ? "." : command.folder.string();
    const Supervised supervised{
        .program = program.c_str(),
        .argv = argv_pointers.data(),
        .environment = variable_pointers.data(),
        .folder = folder.c_str(),
        .input = input.number(),
        .output = output.number(),
        .error = !error.is_open() ? output.number() : error.number(),
        .timeout = command.timeout.value_or(std::chrono::milliseconds(0)),
        .grace = command.kill_grace,
        .settle = settle_};
    return run_supervised(command, supervised, stop);
  }

 private:
  static Result<CommandResult> run_supervised(const Command& command,
                                              const Supervised& supervised,
                                              const std::stop_token& stop) {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) !=
        0) {
      return tl::unexpected(cannot_run(command, errno));
    }
    const Descriptor channel = above_standard(ends[0]);
    Descriptor far = above_standard(ends[1]);
    const pid_t supervisor = fork();
    if (supervisor == 0) {
      supervise(supervised, far.number());
    }
    if (supervisor < 0) {
      return tl::unexpected(cannot_run(command, errno));
    }
    far.close();
    Result<CommandResult> result;
    {
      const std::stop_callback interrupt(stop, [&channel] {
        send(channel.number(), "T", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
      });
      result = await_end(command, channel.number());
    }
    while (waitpid(supervisor, nullptr, 0) < 0 && errno == EINTR) {
    }
    return result;
  }

  std::chrono::milliseconds settle_;
};

}  // namespace

std::unique_ptr<CommandRunner> make_command_runner(
    std::chrono::milliseconds settle) {
  return std::make_unique<RealCommandRunner>(settle);
}

}  // namespace heed::util
