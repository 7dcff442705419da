#pragma once

#include <string_view>

namespace heed::pipeline {

/// The text of harness/schemas/NAME.schema.json, compiled in, so that heed
/// needs no installed file to check a project. "" if there is none such.
[[nodiscard]] std::string_view schema_text(std::string_view name);

}  // namespace heed::pipeline
