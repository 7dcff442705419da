#pragma once

// The one home of nlohmann-json and valijson; everybody else includes this.
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "harness/util/error.h"

namespace heed::util {

/// Ordered: reports keep the order in which keys were written.
using Json = nlohmann::ordered_json;

/// One complaint about a JSON text.
struct JsonProblem {
  int line = 0;         ///< 1-based line in the text, 0 if unknown
  std::string pointer;  ///< JSON pointer, "" for the whole document
  std::string message;  ///< what is wrong and what was expected

  bool operator==(const JsonProblem&) const = default;
};

/// Parses JSON that heed itself has written: duplicates are not looked for.
/// Errors: as parse_json().
[[nodiscard]] Result<Json> parse_own_json(std::string_view text,
                                          std::string_view name);

/// Parses strict JSON: UTF-8, no comments, duplicate keys are errors.
/// Errors: `which` is NAME, `why` holds line, column and what was expected.
[[nodiscard]] Result<Json> parse_json(std::string_view text,
                                      std::string_view name);

/// All the places where TEXT does not fit SCHEMA (JSON Schema draft-07),
/// in the order of the text; empty when it fits. SCHEMA must be valid.
[[nodiscard]] std::vector<JsonProblem> validate_json(std::string_view text,
                                                     const Json& document,
                                                     const Json& schema);

/// The 1-based line of TEXT at which the value at POINTER begins; 0 if there
/// is none. REQUIRES: TEXT is valid JSON.
[[nodiscard]] int json_line(std::string_view text, std::string_view pointer);

/// Serialises with INDENT spaces (-1: one line), replacing invalid UTF-8.
[[nodiscard]] std::string to_text(const Json& value, int indent = 2);

}  // namespace heed::util
