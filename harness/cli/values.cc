#include "harness/cli/values.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "harness/util/format.h"

namespace heed::cli {
namespace {

struct UnitRow {
  std::string_view name;
  std::int64_t milliseconds;
};

constexpr std::array kUnits = {UnitRow{"ms", 1}, UnitRow{"s", 1000},
                               UnitRow{"m", 60'000}, UnitRow{"h", 3'600'000},
                               UnitRow{"", 1000}};

/// Above this a sum of time limits would overflow.
constexpr std::int64_t kLongest = std::int64_t{365} * 24 * 3'600'000;

constexpr std::array<std::string_view, 4> kTrue = {"true", "1", "yes", "on"};
constexpr std::array<std::string_view, 4> kFalse = {"false", "0", "no", "off"};

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) {
      out.emplace_back(text.substr(0, end));
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace

util::Error expected(std::string_view what, std::string_view text) {
  return {.what = "",
          .which = "",
          .why = util::format("expected {}, got \"{}\"", what, text),
          .where = ""};
}

util::Result<std::chrono::milliseconds> duration(const std::string& text) {
  const char* const end = text.data() + text.size();
  std::int64_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  const std::string_view rest(stop, static_cast<std::size_t>(end - stop));
  const auto* const unit = std::ranges::find(kUnits, rest, &UnitRow::name);
  if (error != std::errc() || unit == kUnits.end() || value <= 0 ||
      value > kLongest / unit->milliseconds) {
    return tl::unexpected(expected("a time such as 60s, 500ms or 2m", text));
  }
  return std::chrono::milliseconds(value * unit->milliseconds);
}

util::Result<bool> flag(const std::string& text) {
  if (std::ranges::find(kTrue, text) != kTrue.end()) {
    return true;
  }
  if (std::ranges::find(kFalse, text) != kFalse.end()) {
    return false;
  }
  return tl::unexpected(expected("true or false", text));
}

util::Result<std::string> word(std::string_view words,
                               const std::string& text) {
  const std::vector<std::string> allowed = split(words, '|');
  if (std::ranges::find(allowed, text) == allowed.end()) {
    return tl::unexpected(expected("one of " + std::string(words), text));
  }
  return text;
}

std::vector<std::string> parts(const std::string& text) {
  return split(text, ',');
}

}  // namespace heed::cli
