#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/pipeline/options.h"

namespace heed::cli {

/// Where the value of an option comes from, the strongest first.
enum class Origin { option, environment, project, built_in };

inline constexpr std::array<std::string_view, 4> kOriginNames = {
    "option", "environment", "heed.json", "default"};

/// One option as it was settled, for `explain --options`.
struct SettledOption {
  std::string value;  ///< as written; of a list, joined by commas
  Origin origin = Origin::built_in;

  bool operator==(const SettledOption&) const = default;
};

/// One call of heed: which command, and everything it was told.
struct Request {
  pipeline::Options options;
  std::string command;                 ///< "" with --help or --version alone
  std::vector<std::string> arguments;  ///< faults of mutate, the name that
                                       ///< explain explains; selections are in
                                       ///< options.select
  bool help = false;
  bool version = false;

  // list
  bool tree = false;
  bool why_not = false;
  bool settings = false;
  bool modules = false;

  std::filesystem::path plan_file;  ///< plan -o
  bool explain_options = false;     ///< explain --options

  std::map<std::string, SettledOption> settled;  ///< by long name, "--seed"
};

}  // namespace heed::cli
