#include "harness/pipeline/mutate.h"

#include <algorithm>
#include <chrono>
#include <map>

#include "harness/matrix/expand.h"
#include "harness/pipeline/fault_cells.h"
#include "harness/pipeline/mirror.h"
#include "harness/pipeline/pipeline.h"
#include "harness/pipeline/prepare.h"
#include "harness/pipeline/project_loader.h"
#include "harness/util/file.h"
#include "harness/util/nearest.h"
#include "harness/util/try.h"

namespace heed::pipeline {
namespace {

/// A fault may make a suite hang, and nobody waits for that for a minute. On
/// the clean tree each ends in a tenth of this.
constexpr std::chrono::milliseconds kLongestSuite{20000};

namespace fs = std::filesystem;
using core::ExitCode;
using util::Error;

/// A fault with the part of the matrix that can tell it.
struct Planned {
  Fault fault;
  core::Slice slice;
  std::set<std::string> cells;
};

Attempt<std::vector<Fault>> read_faults(const core::Project& project,
                                        std::span<const std::string> named) {
  std::map<std::string, fs::path> patches;
  for (const core::Module& module : project.modules) {
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(
             project.root / module.folder / "faults", error)) {
      if (entry.path().extension() == ".patch") {
        patches[module.folder + "/" + entry.path().stem().string()] =
            entry.path();
      }
    }
  }
  std::vector<std::string> known;
  known.reserve(patches.size());
  for (const auto& [name, path] : patches) {
    known.push_back(name);
  }
  std::vector<Fault> faults;
  for (const std::string& name : named) {
    if (!patches.contains(name)) {
      return failed(ExitCode::usage,
                    {.what = "there is no fault",
                     .which = name,
                     .why = util::suggestion(name, known),
                     .where = "a fault is FOLDER/faults/NAME.patch"});
    }
  }
  for (const auto& [name, path] : patches) {
    if (!named.empty() &&
        std::find(named.begin(), named.end(), name) == named.end()) {
      continue;
    }
    const util::Result<std::string> text = util::read_file(path);
    if (!text) {
      return failed(ExitCode::usage, text.error());
    }
    util::Result<Fault> fault = parse_fault(name, *text);
    if (!fault) {
      return failed(ExitCode::usage, fault.error());
    }
    fault->patch = path;
    faults.push_back(*std::move(fault));
  }
  return faults;
}

/// The copy of the tree in which faults are tried, one after the other: what
/// a fault does not touch stays built.
class Copy {
 public:
  Copy(const Options& options, const core::Project& project,
       const Services& services)
      : source_(project.root),
        tree_(out_folder(options, project) / "mutate" / "tree"),
        options_(options),
        services_(services) {
    options_.directory = tree_;
    options_.project_file = tree_ / project.file.filename();
    options_.out = tree_ / "heed-out";
    options_.junit.clear();
    options_.summary.clear();
    options_.metrics.clear();
    options_.select.clear();
    options_.modules.clear();
    options_.slice.clear();
    options_.yes = true;
    options_.timeout = std::min(options_.timeout, kLongestSuite);
  }

  [[nodiscard]] const Options& options() const { return options_; }

  [[nodiscard]] Attempt<void> clean() const {
    const util::Result<void> done =
        mirror_tree(source_, tree_, {".git", "build", "heed-out", ".cache"});
    if (!done) {
      return failed(ExitCode::inconclusive, done.error());
    }
    return {};
  }

  [[nodiscard]] Attempt<void> apply(const Fault& fault) const {
    // git must not find the repository around the copy: it would skip files
    // outside of it without a word.
    const util::Result<util::CommandResult> result = services_.runner.run(
        {.argv = {"git", "apply", "--whitespace=nowarn", fault.patch.string()},
         .folder = tree_,
         .environment = {{"GIT_CEILING_DIRECTORIES",
                          tree_.parent_path().string()}},
         .output = tree_.parent_path() / "apply.log"},
        services_.stop);
    if (!result) {
      return failed(ExitCode::inconclusive, result.error());
    }
    if (!result->ok()) {
      return failed(
          ExitCode::usage,
          {.what = "cannot apply fault",
           .which = fault.name,
           .why = "git apply failed: the patch does not fit the tree",
           .where = "log: " + (tree_.parent_path() / "apply.log").string()});
    }
    return {};
  }

  /// Runs the line in the copy, over CELLS of the slice.
  [[nodiscard]] Attempt<core::RunRecord> run(
      const core::Slice& slice, const std::set<std::string>& cells) const {
    Options options = options_;
    options.modules = slice.modules;
    options.strategies = {"full"};
    options.cells.assign(cells.begin(), cells.end());
    return pipeline::run(options, services_);
  }

 private:
  fs::path source_;
  fs::path tree_;
  Options options_;
  const Services& services_;
};

Attempt<std::vector<Planned>> plan_faults(std::vector<Fault> faults,
                                          const core::Project& project,
                                          const core::Identity& identity) {
  std::vector<Planned> planned;
  for (Fault& fault : faults) {
    const core::Slice slice = slice_for(project, fault);
    const util::Result<core::Expansion> expansion =
        matrix::expand(project, slice, project.presets.front(), identity);
    if (!expansion) {
      return failed(ExitCode::usage, expansion.error());
    }
    util::Result<std::set<std::string>> cells =
        cells_for(project, expansion->cells, fault);
    if (!cells) {
      return failed(ExitCode::usage, cells.error());
    }
    planned.push_back({std::move(fault), slice, *std::move(cells)});
  }
  return planned;
}

/// The cells of all faults on the clean copy: nothing may be found there, and
/// what a fault leaves alone is known afterwards.
Attempt<void> try_clean(const Copy& copy, const std::vector<Planned>& planned,
                        Mutation& mutation) {
  std::map<std::vector<std::string>, Planned> by_slice;
  for (const Planned& one : planned) {
    Planned& all = by_slice[one.slice.modules];
    all.slice = one.slice;
    all.cells.insert(one.cells.begin(), one.cells.end());
  }
  for (const auto& [modules, all] : by_slice) {
    TRY_ASSIGN(const core::RunRecord record, copy.run(all.slice, all.cells));
    mutation.clean.insert(mutation.clean.end(), record.findings.begin(),
                          record.findings.end());
    if (core::strongest(record.exit_codes) != ExitCode::conforms) {
      mutation.code = core::strongest(record.exit_codes);
    }
  }
  return {};
}

Attempt<FaultTrial> try_fault(const Copy& copy, const Planned& planned) {
  const auto begin = std::chrono::steady_clock::now();
  if (Attempt<void> applied = copy.apply(planned.fault); !applied) {
    return tl::unexpected(applied.error());
  }
  TRY_ASSIGN(const core::RunRecord record,
             copy.run(planned.slice, planned.cells));
  FaultTrial trial{.fault = planned.fault,
                   .outcome = compare(planned.fault, record.findings),
                   .cells = record.cells.size(),
                   .reused = record.counts.reused};
  for (const core::BuildResult& build : record.builds) {
    if (!build.artifact.built) {
      trial.outcome.result = FaultResult::missed;
      trial.outcome.complaints.push_back("the mutated tree does not build: " +
                                         build.artifact.failure);
    }
  }
  trial.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
          .count();
  return trial;
}

}  // namespace

Attempt<Mutation> mutate(const Options& options,
                         std::span<const std::string> named,
                         const Services& services, const TrialHeard& heard) {
  TRY_ASSIGN(const core::Project project, load_project(options));
  TRY_ASSIGN(std::vector<Fault> faults, read_faults(project, named));
  const Copy copy(options, project, services);
  services.progress.note("copying the tree");
  if (Attempt<void> copied = copy.clean(); !copied) {
    return tl::unexpected(copied.error());
  }
  TRY_ASSIGN(const core::Project copied_project, load_project(copy.options()));
  TRY_ASSIGN(const std::unique_ptr<core::Target> target,
             open_target(copy.options(), copied_project, services));
  const util::Result<core::Identity> identity =
      target->identity(copied_project.presets.front());
  if (!identity) {
    return failed(ExitCode::inconclusive, identity.error());
  }
  TRY_ASSIGN(const std::vector<Planned> planned,
             plan_faults(std::move(faults), copied_project, *identity));

  Mutation mutation;
  services.progress.note("the clean tree, where nothing may be found");
  if (Attempt<void> tried = try_clean(copy, planned, mutation); !tried) {
    return tl::unexpected(tried.error());
  }
  for (const Planned& one : planned) {
    if (services.stop.stop_requested()) {
      mutation.code = ExitCode::interrupted;
      break;
    }
    services.progress.note(one.fault.name);
    Attempt<FaultTrial> trial = try_fault(copy, one);
    if (!trial) {
      return tl::unexpected(trial.error());
    }
    heard(*trial);
    if (trial->outcome.result != FaultResult::caught &&
        mutation.code == ExitCode::conforms) {
      mutation.code = ExitCode::findings;
    }
    mutation.trials.push_back(*std::move(trial));
    if (Attempt<void> restored = copy.clean(); !restored) {
      return tl::unexpected(restored.error());
    }
  }
  return mutation;
}

}  // namespace heed::pipeline
