#pragma once

#include <string>
#include <vector>

namespace heed::util {

/// Aligned columns for a terminal: every column as wide as its widest entry,
/// two spaces between, no space at the end of a line.
class TextTable {
 public:
  enum class Align { left, right };

  /// COLUMNS align the cells; rows may be shorter, never longer.
  explicit TextTable(std::vector<Align> columns);

  /// REQUIRES: no more entries than columns.
  void add(std::vector<std::string> row);

  [[nodiscard]] bool empty() const { return rows_.empty(); }

  /// All rows, each ended by a newline and led by INDENT spaces.
  [[nodiscard]] std::string text(std::size_t indent = 0) const;

 private:
  std::vector<Align> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// How many columns a terminal needs for UTF-8 TEXT: one for each code point.
[[nodiscard]] std::size_t display_width(const std::string& text);

}  // namespace heed::util
