// heed: does every module heed its settings?
#include <cstdlib>
#include <iostream>

#include "harness/cli/commands.h"
#include "harness/cli/help.h"
#include "harness/cli/parse.h"
#include "harness/core/exit_code.h"
#include "harness/core/version.h"

namespace {

std::optional<std::string> variable(const std::string& name) {
  const char* const value = std::getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

/// What the command line asks for, done; its exit code.
int answer(const heed::cli::Request& request) {
  namespace cli = heed::cli;
  if (request.version) {
    std::cout << "heed " << heed::core::version() << '\n';
    return 0;
  }
  const cli::CommandRow* const command = cli::find_command(request.command);
  if (request.help) {
    std::cout << (command == nullptr ? cli::help_text()
                                     : cli::help_text(*command));
    return 0;
  }
  if (command == nullptr) {
    std::cerr << cli::help_text();
    return static_cast<int>(heed::core::ExitCode::usage);
  }
  return command->handler(request);
}

}  // namespace

int main(int argc, char** argv) {
  const auto request = heed::cli::parse({argv + 1, argv + argc}, &variable);
  if (!request) {
    std::cerr << "heed: " << request.error().text() << '\n';
    return static_cast<int>(heed::core::ExitCode::usage);
  }
  const int code = answer(*request);
  if (!std::cout.flush()) {
    std::cerr << "heed: cannot write to standard output: what was asked for "
                 "is not there\n";
    return code == 0 ? static_cast<int>(heed::core::ExitCode::inconclusive)
                     : code;
  }
  return code;
}
