#pragma once

// How texts of options become values; used by the table in options.cc.

#include <charconv>
#include <chrono>
#include <string>
#include <string_view>

#include "harness/util/error.h"

namespace heed::cli {

/// "expected WHAT, got \"TEXT\"".
[[nodiscard]] util::Error expected(std::string_view what,
                                   std::string_view text);

/// A whole number of at least LOWEST, all of TEXT.
template <typename T>
[[nodiscard]] util::Result<T> number(const std::string& text, T lowest) {
  T value{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || value < lowest) {
    return tl::unexpected(
        expected("a number of at least " + std::to_string(lowest), text));
  }
  return value;
}

/// "60s", "500ms", "2m", "1h"; a bare number is seconds. More than nothing.
[[nodiscard]] util::Result<std::chrono::milliseconds> duration(
    const std::string& text);

/// true, 1, yes, on or false, 0, no, off.
[[nodiscard]] util::Result<bool> flag(const std::string& text);

/// One of WORDS, separated by `|`.
[[nodiscard]] util::Result<std::string> word(std::string_view words,
                                             const std::string& text);

/// The parts of TEXT between commas; none for an empty text.
[[nodiscard]] std::vector<std::string> parts(const std::string& text);

}  // namespace heed::cli
