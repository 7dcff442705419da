#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heed::util {

/// Where one value, or one repeated key, begins in a JSON text.
struct JsonPlace {
  std::string pointer;  ///< JSON pointer, "" for the whole document
  std::size_t offset = 0;

  bool operator==(const JsonPlace&) const = default;
};

/// What a JSON parser forgets: places and repetitions.
struct JsonScan {
  std::vector<JsonPlace> values;      ///< every value, in the order of the text
  std::vector<JsonPlace> duplicates;  ///< keys that their object already has
  bool is_too_deep = false;           ///< nested deeper than kMaxJsonDepth
};

inline constexpr std::size_t kMaxJsonDepth = 200;

/// Walks TEXT once; stops early where it is nested too deep.
/// REQUIRES: TEXT is valid JSON but for duplicate keys.
[[nodiscard]] JsonScan scan_json(std::string_view text);

struct LineColumn {
  int line = 1;
  int column = 1;
};

/// 1-based line and column (in bytes) of OFFSET in TEXT.
[[nodiscard]] LineColumn line_column(std::string_view text, std::size_t offset);

/// KEY as one step of a JSON pointer: "/a~1b" for "a/b".
[[nodiscard]] std::string pointer_step(std::string_view key);

}  // namespace heed::util
