#include "harness/pipeline/project_loader.h"

#include "harness/matrix/project_file.h"
#include "harness/pipeline/schemas.h"
#include "harness/util/assert.h"
#include "harness/util/file.h"

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
  return *std::move(project);
}

fs::path out_folder(const Options& options, const core::Project& project) {
  return options.out.is_absolute() ? options.out : project.root / options.out;
}

}  // namespace heed::pipeline
