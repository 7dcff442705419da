#pragma once

#include <cstdio>
#include <functional>
#include <stop_token>

#include "harness/core/plan.h"
#include "harness/core/run_record.h"
#include "harness/util/clock.h"
#include "harness/util/command.h"

namespace heed::pipeline {

/// Hears how a run goes on. Implemented by cli/progress.cc for people and by
/// SilentProgress; called from one thread at a time.
class Progress {
 public:
  virtual ~Progress() = default;

  virtual void planned(const core::Plan& plan) = 0;
  virtual void built(const core::BuildResult& build) = 0;
  virtual void cell_done(const core::CellResult& result) = 0;
  /// One line about something that takes a while: "copying the tree".
  virtual void note(std::string_view line) = 0;
  /// What went wrong without ending the run; shown even when quiet.
  virtual void error(std::string_view line) = 0;
};

/// Only errors, for `-q` and for tests.
class SilentProgress : public Progress {
 public:
  void planned(const core::Plan& /*plan*/) override {}
  void built(const core::BuildResult& /*build*/) override {}
  void cell_done(const core::CellResult& /*result*/) override {}
  void note(std::string_view /*line*/) override {}
  void error(std::string_view line) override {
    std::fprintf(stderr, "heed: %.*s\n", static_cast<int>(line.size()),
                 line.data());
  }
};

/// What the line needs from outside, passed in so that tests replace it. All
/// of it outlives the run.
struct Services {
  util::CommandRunner& runner;
  util::Clock clock;
  std::stop_token stop;         ///< the first Ctrl-C: start nothing new
  std::function<int()> signal;  ///< which signal asked for it; 0 when none did
  Progress& progress;
};

}  // namespace heed::pipeline
