#include "harness/pipeline/project_loader.h"

#include "harness/matrix/project_file.h"
#include "harness/pipeline/schemas.h"
#include "harness/util/assert.h"
#include "harness/util/file.h"
#include "harness/util/format.h"

namespace heed::pipeline {
namespace {

namespace fs = std::filesystem;
using util::Error;

util::Result<fs::path> find_project_file(const Options& options) {
  std::error_code error;
  if (!options.project_file.empty()) {
    return fs::absolute(options.directory / options.project_file)
        .lexically_normal();
  }
  const fs::path start = fs::absolute(options.directory).lexically_normal();
  for (fs::path folder = start;; folder = folder.parent_path()) {
    if (fs::exists(folder / "heed.json", error)) {
      return folder / "heed.json";
    }
    if (folder == folder.parent_path()) {
      return tl::unexpected(
          Error{.what = "cannot find heed.json",
                .which = "in " + start.string() + " or above",
                .why = "there is none",
                .where = "name one with -f FILE, or a folder with -C DIR"});
    }
  }
}

util::Json schema(std::string_view name) {
  util::Result<util::Json> json = util::parse_json(schema_text(name), name);
  ASSERT(json.has_value());
  return *std::move(json);
}

/// Whether FOLDER, relative to the project, leads out of it.
bool is_outside(const fs::path& folder) {
  const fs::path plain = folder.lexically_normal();
  return plain.is_absolute() || (!plain.empty() && *plain.begin() == "..");
}

/// A complaint for each module whose folder cannot be its folder.
std::vector<Error> check_folders(const core::Project& project) {
  std::vector<Error> errors;
  std::error_code error;
  for (std::size_t i = 0; i < project.modules.size(); ++i) {
    const core::Module& module = project.modules[i];
    std::string why;
    if (is_outside(module.folder)) {
      why = util::format(
          "the folder {} lies outside the project, expected one "
          "below {}",
          module.folder, project.root.string());
    } else if (!fs::is_directory(project.root / module.folder, error)) {
      why = util::format("there is no folder {} in {}, expected that of {}",
                         module.folder, project.root.string(), module.name);
    }
    if (!why.empty()) {
      errors.push_back({.what = "cannot use",
                        .which = project.file.filename().string(),
                        .why = why,
                        .where = util::format("/modules/{}/folder", i)});
    }
  }
  return errors;
}

}  // namespace

Attempt<core::Project> load_project(const Options& options) {
  const util::Result<fs::path> file = find_project_file(options);
  if (!file) {
    return failed(core::ExitCode::usage, file.error());
  }
  const matrix::Schemas schemas{.heed = schema("heed-1"),
                                .settings = schema("settings-1"),
                                .expectations = schema("expectations-1")};
  auto project = matrix::parse_project(*file, util::read_file, schemas);
  if (!project) {
    return tl::unexpected(
        Failure{core::ExitCode::usage, std::move(project).error()});
  }
  if (std::vector<Error> errors = check_folders(*project); !errors.empty()) {
    return tl::unexpected(Failure{core::ExitCode::usage, std::move(errors)});
  }
  return *std::move(project);
}

fs::path out_folder(const Options& options, const core::Project& project) {
  return options.out.is_absolute() ? options.out : project.root / options.out;
}

}  // namespace heed::pipeline
