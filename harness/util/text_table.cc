#include "harness/util/text_table.h"

#include <algorithm>
#include <utility>

#include "harness/util/assert.h"

namespace heed::util {

std::size_t display_width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
      }));
}

TextTable::TextTable(std::vector<Align> columns)
    : columns_(std::move(columns)) {}

void TextTable::add(std::vector<std::string> row) {
  ASSERT(row.size() <= columns_.size());
  rows_.push_back(std::move(row));
}

std::string TextTable::text(std::size_t indent) const {
  std::vector<std::size_t> widths(columns_.size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row[i]));
    }
  }
  std::string out;
  for (const auto& row : rows_) {
    std::string line(indent, ' ');
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string space(widths[i] - display_width(row[i]), ' ');
      line += i == 0 ? "" : "  ";
      line += columns_[i] == Align::left ? row[i] + space : space + row[i];
    }
    const std::size_t last = line.find_last_not_of(' ');
    line.resize(last == std::string::npos ? 0 : last + 1);
    out += line + '\n';
  }
  return out;
}

}  // namespace heed::util
