// The user-space twin of booting: takes a kernel-style command line, runs the
// init functions of an image in order and prints what became of it.
#include "crypto/boot.h"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr int kUsage = 2;

constexpr std::string_view kHelp =
    "usage: boot [--image NAME] [--events FILE] [WORD...]\n"
    "       boot --list-images | --help\n"
    "\n"
    "Boots an image with the words as its kernel command line:\n"
    "  cryptomgr.notests=0|1    no self-tests\n"
    "  MODULE.notests=0|1       the same for one module\n"
    "  fips=0|1                 fips mode\n"
    "  initcall_blacklist=F,... init functions not to call\n"
    "\n"
    "options:\n"
    "  --image NAME    the image (reference)\n"
    "  --events FILE   write the events there, not into their section\n"
    "  --list-images   print the names of all images\n"
    "  --help          print this\n"
    "\n"
    "exit status: 0 booted, 1 failed, 2 usage, 3 refused, 4 panic\n";

struct Options {
  crypto::BootOptions boot;
  std::optional<std::string> events_file;
  bool wants_help = false;
  bool wants_images = false;
};

// Nothing for a wrong command line.
std::optional<Options> parse_options(
    const std::vector<std::string_view>& arguments) {
  Options options;
  // At once, so that what is free for an init does not depend on the words.
  options.boot.words.reserve(256);
  options.boot.console = &std::cout;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view argument = arguments[i];
    const bool has_next = i + 1 < arguments.size();
    if (argument == "--help") {
      options.wants_help = true;
    } else if (argument == "--list-images") {
      options.wants_images = true;
    } else if (argument == "--image" && has_next) {
      options.boot.image = arguments[++i];
    } else if (argument == "--events" && has_next) {
      options.events_file = arguments[++i];
    } else if (argument.starts_with("--")) {
      return std::nullopt;
    } else {
      options.boot.words.push_back(argument);
    }
  }
  return options;
}

int exit_code(crypto::BootStatus status) {
  switch (status) {
    case crypto::BootStatus::booted:
      return 0;
    case crypto::BootStatus::failed:
      return 1;
    case crypto::BootStatus::refused:
      return 3;
    case crypto::BootStatus::panic:
      return 4;
  }
  return 1;
}

int usage(std::string_view why) {
  std::cerr << "boot: " << why << " (see boot --help)\n";
  return kUsage;
}

int boot_image(const Options& options) {
  auto boot = crypto::Boot::prepare(crypto::init_table(), options.boot);
  if (!boot) {
    return usage("no such image: " + std::string(options.boot.image));
  }
  const auto status = (*boot)->run();
  (*boot)->print_rest(!options.events_file);
  std::cout.flush();
  if (options.events_file) {
    std::ofstream file(*options.events_file);
    file << (*boot)->registry().events_text();
    if (!file.flush()) {
      std::cerr << "boot: cannot write " << *options.events_file << '\n';
      return 1;
    }
  }
  if (status == crypto::BootStatus::failed) {
    // Never at rest: its threads cannot be waited for.
    std::_Exit(exit_code(status));
  }
  return exit_code(status);
}

}  // namespace

int main(int argc, char** argv) {
  const auto options =
      parse_options(std::vector<std::string_view>(argv + 1, argv + argc));
  if (!options) {
    return usage("unknown option, or one without its value");
  }
  if (options->wants_help) {
    std::cout << kHelp;
    return 0;
  }
  if (options->wants_images) {
    for (const auto& image : crypto::init_table().images) {
      std::cout << image.name << '\n';
    }
    return 0;
  }
  return boot_image(*options);
}
