#pragma once

// For tests: a small valid project in memory, to be spoilt.
#include <map>
#include <string>

#include "harness/matrix/project_file.h"
#include "harness/util/file.h"

namespace heed::matrix {

using Files = std::map<std::string, std::string>;

inline util::Json schema(const std::string& name) {
  const auto text = util::read_file(HEED_SOURCE_DIR "/harness/schemas/" + name +
                                    "-1.schema.json");
  return *util::parse_json(text.value(), name);
}

inline const Schemas& schemas() {
  static const Schemas kSchemas = {schema("heed"), schema("settings"),
                                   schema("expectations")};
  return kSchemas;
}

inline tl::expected<core::Project, Errors> parse(const Files& files) {
  const FileReader read =
      [&](const std::filesystem::path& path) -> util::Result<std::string> {
    const auto found = files.find(path.string());
    if (found == files.end()) {
      return tl::unexpected(util::Error{"cannot read", path.string(),
                                        "No such file or directory", ""});
    }
    return found->second;
  };
  return parse_project("/p/heed.json", read, schemas());
}

/// A small valid project as JSON, to be spoilt.
inline util::Json heed() {
  return *util::parse_json(R"({
  "version": 1, "project": "toy", "target": {"kind": "cmake"},
  "modules": [{"name": "a", "folder": "fa"}, {"name": "b", "folder": "fb"}],
  "settings": [
    {"name": "LTO", "stage": "build", "values": ["OFF", "ON"],
     "default": "OFF", "apply": {"cmake": "LTO"},
     "override": {"values": ["inherit", "ON"], "default": "inherit",
                  "apply": {"cmake": "{MODULE}_LTO"}}},
    {"name": "fips", "stage": "boot", "values": ["0", "1"], "default": "0",
     "apply": {"boot": "fips={value}"}}],
  "expectations": [
    {"when": "self.LTO=ON", "decision": "skip", "reason": "lto"},
    {"when": "true", "decision": "run", "reason": "default"}],
  "slices": {"all": {}}})",
                           "heed.json");
}

inline Files files(const util::Json& json) {
  return {{"/p/heed.json", util::to_text(json)}};
}

/// "WHERE: WHY" of each error, one line each.
inline std::string errors(const Files& project) {
  const auto parsed = parse(project);
  std::string text;
  if (!parsed) {
    for (const util::Error& error : parsed.error()) {
      text += error.where + ": " + error.why + "\n";
    }
  }
  return text;
}

inline std::string errors(const util::Json& json) {
  return errors(files(json));
}

}  // namespace heed::matrix
