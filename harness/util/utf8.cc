#include "harness/util/utf8.h"

#include <algorithm>
#include <array>

namespace heed::util {
namespace {

struct Lead {
  unsigned char first;
  unsigned char last;
  std::size_t length;
  unsigned char second_low;   ///< bounds of the second byte: they rule out
  unsigned char second_high;  ///< overlong forms, surrogates and > U+10FFFF
};

constexpr std::array kLeads = {
    Lead{0x00, 0x7F, 1, 0x00, 0x00}, Lead{0xC2, 0xDF, 2, 0x80, 0xBF},
    Lead{0xE0, 0xE0, 3, 0xA0, 0xBF}, Lead{0xE1, 0xEC, 3, 0x80, 0xBF},
    Lead{0xED, 0xED, 3, 0x80, 0x9F}, Lead{0xEE, 0xEF, 3, 0x80, 0xBF},
    Lead{0xF0, 0xF0, 4, 0x90, 0xBF}, Lead{0xF1, 0xF3, 4, 0x80, 0xBF},
    Lead{0xF4, 0xF4, 4, 0x80, 0x8F},
};

bool is_between(unsigned char byte, unsigned char low, unsigned char high) {
  return byte >= low && byte <= high;
}

}  // namespace

std::size_t utf8_sequence_length(std::string_view text) {
  if (text.empty()) {
    return 0;
  }
  const auto first = static_cast<unsigned char>(text.front());
  const auto* const lead = std::find_if(
      kLeads.begin(), kLeads.end(),
      [&](const Lead& row) { return is_between(first, row.first, row.last); });
  if (lead == kLeads.end() || text.size() < lead->length) {
    return 0;
  }
  for (std::size_t i = 1; i < lead->length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool is_second = i == 1;
    if (!is_between(byte, is_second ? lead->second_low : 0x80,
                    is_second ? lead->second_high : 0xBF)) {
      return 0;
    }
  }
  return lead->length;
}

std::string valid_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_sequence_length(text);
    if (length == 0) {
      out += "\xEF\xBF\xBD";
      text.remove_prefix(1);
    } else {
      out += text.substr(0, length);
      text.remove_prefix(length);
    }
  }
  return out;
}

}  // namespace heed::util
