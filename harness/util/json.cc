#include "harness/util/json.h"

#include <algorithm>

#include "harness/util/format.h"
#include "harness/util/json_scan.h"

namespace heed::util {
namespace {

/// The library's message without its own prefix:
/// "line 3, column 5: syntax error …".
std::string plain_message(const Json::exception& error) {
  std::string text = error.what();
  for (const std::string_view prefix : {"] ", "parse error at "}) {
    const std::size_t at = text.find(prefix);
    if (at != std::string::npos) {
      text.erase(0, at + prefix.size());
    }
  }
  return text;
}

std::string duplicate_message(std::string_view text, const JsonScan& scan) {
  std::string message;
  for (const JsonPlace& place : scan.duplicates) {
    const LineColumn at = line_column(text, place.offset);
    message += format(
        "{}line {}, column {}: duplicate key at {}, expected "
        "each key once",
        message.empty() ? "" : "; ", at.line, at.column, place.pointer);
  }
  return message;
}

}  // namespace

Result<Json> parse_own_json(std::string_view text, std::string_view name) {
  try {
    return Json::parse(text);
  } catch (const Json::exception& error) {
    return tl::unexpected(
        Error{"cannot read JSON", std::string(name), plain_message(error), ""});
  }
}

Result<Json> parse_json(std::string_view text, std::string_view name) {
  Result<Json> json = parse_own_json(text, name);
  if (!json) {
    return json;
  }
  const JsonScan scan = scan_json(text);
  std::string why = duplicate_message(text, scan);
  if (scan.is_too_deep) {
    const LineColumn at = line_column(text, scan.values.back().offset);
    why = format("line {}, column {}: nested deeper than {}", at.line,
                 at.column, kMaxJsonDepth);
  }
  if (!why.empty()) {
    return tl::unexpected(
        Error{"cannot read JSON", std::string(name), why, ""});
  }
  return json;
}

int json_line(std::string_view text, std::string_view pointer) {
  const JsonScan scan = scan_json(text);
  const auto found = std::find_if(
      scan.values.begin(), scan.values.end(),
      [&](const JsonPlace& place) { return place.pointer == pointer; });
  return found == scan.values.end() ? 0 : line_column(text, found->offset).line;
}

std::string to_text(const Json& value, int indent) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace heed::util
