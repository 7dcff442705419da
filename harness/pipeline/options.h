#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace heed::pipeline {

/// How heed itself is set. Plain data with the built-in defaults; cli/ fills it
/// from options, environment and heed.json.
struct Options {
  // where
  std::filesystem::path directory = ".";
  std::filesystem::path project_file;  ///< empty: the nearest heed.json upwards
  std::filesystem::path out = "heed-out";  ///< relative: below the project

  // select and sample
  std::vector<std::string> select;  ///< conditions, or-ed; empty: all
  std::vector<std::string> cells;   ///< id prefixes of 6 digits or more
  std::vector<std::string> modules;
  std::string slice;                    ///< empty: the slice `full` if declared
  std::vector<std::string> strategies;  ///< empty: those of the slice
  std::optional<std::uint64_t> seed;
  std::optional<std::uint64_t> max_cells;
  bool yes = false;

  // run
  int jobs = 0;  ///< 0: the processors this process may use
  std::chrono::milliseconds timeout{60000};
  std::chrono::milliseconds kill_grace{10000};
  bool reuse = true;
  bool fresh = false;
  std::string cache = "rw";       ///< off, rw
  std::string no_tests = "fail";  ///< fail, warn, pass
  bool dry_run = false;

  // see
  bool quiet = false;
  bool verbose = false;
  bool json = false;
  std::string color = "auto";     ///< auto, always, never
  std::string progress = "auto";  ///< auto, bar, plain, none

  // strictness
  bool ci = false;
  std::vector<std::string> allow_lost;
  bool allow_inconclusive = false;

  // reports
  std::filesystem::path junit;
  std::filesystem::path summary;
  std::filesystem::path metrics;
  std::string annotations;  ///< "github" or empty
};

}  // namespace heed::pipeline
