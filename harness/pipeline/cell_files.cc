#include "harness/pipeline/cell_files.h"

#include <algorithm>
#include <optional>

#include "harness/pipeline/cells.h"
#include "harness/util/file.h"

namespace heed::pipeline {
namespace {

using core::Observation;
using core::Setting;
using util::Json;

/// The value that one metric of one subject has, as text.
std::optional<std::string> text_of(std::span<const Observation> observations,
                                   const std::string& metric) {
  for (const Observation& seen : observations) {
    const auto* text = std::get_if<std::string>(&seen.value);
    if (seen.metric == metric && text != nullptr) {
      return *text;
    }
  }
  return std::nullopt;
}

Json requested(const Prepared& prepared, const core::Cell& cell) {
  Json out = Json::object();
  for (const Setting& setting : prepared.project.settings) {
    const std::string& value = cell.values.at(setting.name);
    out[setting.name] = {
        {"value", value},
        {"origin", value == setting.default_value ? "default" : "cell"}};
  }
  return out;
}

/// Each setting with the value last seen on the way to the code, and at which
/// rung that was.
Json effective(const Prepared& prepared, const core::CellResult& result,
               const core::BuildResult* build) {
  Json out = Json::object();
  for (const Setting& setting : prepared.project.settings) {
    const std::string& asked = result.cell.values.at(setting.name);
    Json row = {{"value", asked}, {"origin", "requested"}, {"rung", "R0"}};
    const auto seen = [&](const char* rung, const char* origin,
                          const std::optional<std::string>& value) {
      if (value) {
        row = {{"value", *value}, {"origin", origin}, {"rung", rung}};
      }
    };
    if (setting.stage == core::Stage::build && build != nullptr) {
      seen("R1", "configure command",
           text_of(build->observations, "passed:" + setting.cmake));
      seen("R2", "CMakeCache.txt",
           text_of(build->observations, "cached:" + setting.cmake));
    } else {
      seen("R6", "loaded by the program",
           text_of(result.observations, "loaded:" + setting.name));
    }
    out[setting.name] = row;
  }
  return out;
}

}  // namespace

util::Result<void> write_cell_files(const Prepared& prepared,
                                    const core::CellResult& result,
                                    const core::BuildResult* build, Json json) {
  const std::filesystem::path folder = cell_folder(prepared.out, result.cell);
  if (util::Result<void> made = util::make_folder(folder); !made) {
    return made;
  }
  const std::array files = {
      std::pair{"requested.json", requested(prepared, result.cell)},
      std::pair{"effective.json", effective(prepared, result, build)},
      std::pair{"observations.json", std::move(json["observations"])},
      std::pair{"verdicts.json", std::move(json["verdicts"])}};
  for (const auto& [name, content] : files) {
    util::Result<void> written =
        util::write_file(folder / name, util::to_text(content) + "\n");
    if (!written) {
      return written;
    }
  }
  return {};
}

}  // namespace heed::pipeline
