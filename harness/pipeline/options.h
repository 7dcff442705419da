#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace heed::pipeline {

/// How far the line goes: each stage includes those before it.
enum class Until { configure, build, boot, test, end };

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
  std::string cache = "rw";  ///< off, rw
  int max_fail = 0;          ///< stop after so many failing cells; 0: never
  Until until = Until::end;
  std::string no_tests = "fail";  ///< fail, warn, pass
  bool dry_run = false;
  bool print_commands = false;

  // see
  bool quiet = false;
  bool verbose = false;
  bool json = false;
  std::string color = "auto";     ///< auto, always, never
  std::string progress = "auto";  ///< auto, bar, plain, none
  std::string output = "failed";  ///< failed, all, none

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
