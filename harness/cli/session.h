#pragma once

#include <memory>

#include "harness/cli/request.h"
#include "harness/cli/signals.h"
#include "harness/core/run_record.h"
#include "harness/pipeline/failure.h"
#include "harness/pipeline/prepare.h"
#include "harness/pipeline/services.h"
#include "harness/util/command.h"

namespace heed::cli {

/// What a command that drives the line needs from outside: processes, clock,
/// signals, a voice. One at a time, made before any thread.
class Session {
 public:
  explicit Session(const pipeline::Options& options);

  [[nodiscard]] const pipeline::Services& services() const { return services_; }

 private:
  Signals signals_;
  std::unique_ptr<util::CommandRunner> runner_;
  std::unique_ptr<pipeline::Progress> progress_;
  pipeline::Services services_;
};

/// The project and its cells in the order in which they would run. Nothing is
/// started but the compiler, to ask for its version.
struct Planned {
  std::unique_ptr<core::Project> project;  ///< `prepared` refers to it
  pipeline::Prepared prepared;
  core::Plan plan;
};
[[nodiscard]] pipeline::Attempt<Planned> plan_cells(
    const pipeline::Options& options, const pipeline::Services& services);

/// Prints RECORD on standard output as OPTIONS ask; returns its exit code.
int print_record(const pipeline::Options& options,
                 const core::RunRecord& record);

/// Prints TEXT on standard output; with --json as a document of its lines.
void print_text(const pipeline::Options& options, const std::string& text);

/// Prints every error on standard error; returns the exit code.
int print_failure(const pipeline::Failure& failure);

}  // namespace heed::cli
