#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace crypto {

/// A line of /proc/crypto, its label padded to the kernel's 13 columns.
inline std::string type_line(std::string_view label, std::string_view value) {
  constexpr std::size_t kLabelWidth = 13;
  std::string line(label);
  line.append(kLabelWidth - label.size(), ' ');
  return line.append(": ").append(value).append("\n");
}

inline std::string type_line(std::string_view label, std::size_t value) {
  return type_line(label, std::to_string(value));
}

}  // namespace crypto
