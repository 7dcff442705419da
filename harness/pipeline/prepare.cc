#include "harness/pipeline/prepare.h"

#include <algorithm>

#include "harness/matrix/expand.h"
#include "harness/matrix/select.h"
#include "harness/pipeline/project_loader.h"
#include "harness/plan/plan.h"
#include "harness/target/targets.h"
#include "harness/util/file.h"
#include "harness/util/format.h"
#include "harness/util/try.h"

namespace heed::pipeline {
namespace {

using core::ExitCode;
using util::Error;

/// With no option that says otherwise, a person means this slice.
constexpr std::string_view kDefaultSlice = "full";

Attempt<core::Slice> declared_slice(const Options& options,
                                    const core::Project& project) {
  const std::string name =
      options.slice.empty() ? std::string(kDefaultSlice) : options.slice;
  const auto found = project.slices.find(name);
  if (found != project.slices.end()) {
    return found->second;
  }
  if (options.slice.empty()) {
    return core::Slice{.name = name};
  }
  std::string known;
  for (const auto& [declared, slice] : project.slices) {
    known += (known.empty() ? "" : ", ") + declared;
  }
  return failed(ExitCode::usage, {.what = "there is no slice",
                                  .which = name,
                                  .why = "heed.json declares: " + known,
                                  .where = project.file.string()});
}

Attempt<void> check_modules(const Options& options,
                            const core::Project& project) {
  for (const std::string& module : options.modules) {
    if (project.find_module(module) == nullptr) {
      std::string known;
      for (const core::Module& declared : project.modules) {
        known += (known.empty() ? "" : ", ") + declared.name;
      }
      return failed(ExitCode::usage, {.what = "there is no module",
                                      .which = module,
                                      .why = "heed.json declares: " + known,
                                      .where = project.file.string()});
    }
  }
  return {};
}

/// Rules that leave no cell are a mistake, where a selection that fits none is
/// only an empty answer.
Attempt<void> check_excludes(const core::Project& project,
                             const core::Expansion& expansion) {
  if (!expansion.cells.empty() || project.excludes.empty()) {
    return {};
  }
  std::string ids;
  for (const core::Exclude& exclude : project.excludes) {
    ids += (ids.empty() ? "" : ", ") + exclude.id;
  }
  return failed(ExitCode::usage,
                {.what = "cannot expand the matrix",
                 .why = "what is excluded leaves no cell: " + ids,
                 .where = project.file.string() +
                          "; weaken one of these rules, see `heed list "
                          "--settings`"});
}

}  // namespace

Attempt<core::Slice> chosen_slice(const Options& options,
                                  const core::Project& project) {
  if (Attempt<void> checked = check_modules(options, project); !checked) {
    return tl::unexpected(checked.error());
  }
  TRY_ASSIGN(core::Slice slice, declared_slice(options, project));
  if (!options.modules.empty()) {
    slice.modules = options.modules;
  }
  if (!options.strategies.empty()) {
    slice.strategy = options.strategies;
  }
  slice.seed = options.seed.value_or(slice.seed);
  slice.max_cells = options.max_cells.value_or(slice.max_cells);
  if (options.yes) {
    slice.max_cells = std::max<std::uint64_t>(slice.max_cells, 1000000);
  }
  return slice;
}

Attempt<std::unique_ptr<core::Target>> open_target(const Options& options,
                                                   const core::Project& project,
                                                   const Services& services) {
  util::Result<std::unique_ptr<core::Target>> target = target::make_target(
      project.target, {.project = project,
                       .out = out_folder(options, project),
                       .runner = services.runner,
                       .fresh = options.fresh,
                       .use_cache = options.cache != "off"});
  if (!target) {
    return failed(ExitCode::inconclusive, target.error());
  }
  return *std::move(target);
}

Attempt<Prepared> prepare(const Options& options, const core::Project& project,
                          core::Target& target) {
  TRY_ASSIGN(const core::Slice slice, chosen_slice(options, project));
  const std::string& preset = project.presets.front();
  const util::Result<core::Identity> identity = target.identity(preset);
  if (!identity) {
    return failed(ExitCode::inconclusive, identity.error());
  }
  util::Result<core::Expansion> expansion =
      matrix::expand(project, slice, preset, *identity);
  if (!expansion) {
    return failed(ExitCode::usage, expansion.error());
  }
  if (Attempt<void> checked = check_excludes(project, *expansion); !checked) {
    return tl::unexpected(checked.error());
  }
  std::vector<std::string> selections = options.select;
  for (const std::string& prefix : options.cells) {
    const util::Result<core::Cell> cell = matrix::find_cell(*expansion, prefix);
    if (!cell) {
      return failed(ExitCode::usage, cell.error());
    }
    selections.push_back(cell->id);
  }
  util::Result<core::Expansion> selected =
      matrix::select(project, *std::move(expansion), selections);
  if (!selected) {
    return failed(ExitCode::usage, selected.error());
  }
  return Prepared{.project = project,
                  .slice = slice,
                  .out = out_folder(options, project),
                  .identity = *identity,
                  .expansion = *std::move(selected)};
}

Attempt<record::History> open_history(const std::filesystem::path& out) {
  if (util::Result<void> made = util::make_folder(out); !made) {
    return failed(ExitCode::inconclusive, made.error());
  }
  util::Result<record::History> history =
      record::History::open(out / "state.db");
  if (!history) {
    return failed(ExitCode::inconclusive, history.error());
  }
  return *std::move(history);
}

Attempt<core::Plan> make_plan(const Prepared& prepared,
                              record::History& history) {
  const auto status = history.last_status();
  const auto seconds = history.last_seconds();
  if (!status || !seconds) {
    return failed(ExitCode::inconclusive,
                  status ? seconds.error() : status.error());
  }
  return plan::make_plan(prepared.expansion,
                         {.last_status = *status, .seconds = *seconds});
}

}  // namespace heed::pipeline
