#include "harness/observe/facts.h"

#include <charconv>
#include <utility>

namespace heed::observe {
namespace {
constexpr std::string_view kSpace = " \t\r\n";
}  // namespace

core::Observation fact(std::string subject, std::string metric,
                       std::variant<double, std::string> value, Labels labels) {
  return {.subject = std::move(subject),
          .metric = std::move(metric),
          .value = std::move(value),
          .unit = "1",
          .labels = std::move(labels),
          .suite = ""};
}

core::Observation unreadable(std::string subject, std::string reason) {
  return fact(std::move(subject), "unreadable", std::move(reason));
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) {
      break;
    }
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t begin = line.find_first_not_of(kSpace);
    if (begin == std::string_view::npos) {
      return words;
    }
    line.remove_prefix(begin);
    const std::size_t end = line.find_first_of(kSpace);
    words.push_back(line.substr(0, end));
    line.remove_prefix(words.back().size());
  }
}

std::optional<double> number_of(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc{} || stop != end) {
    return std::nullopt;
  }
  return value;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) {
    return {};
  }
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

std::string text_at(const util::Json& object, const char* key) {
  const bool has = object.is_object() && object.contains(key);
  return has && object[key].is_string() ? object[key].get<std::string>() : "";
}

std::string why_unreadable(std::string_view json) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_string && c == '\\') {
      ++i;
    } else if (c == '"') {
      in_string = !in_string;
    } else if (!in_string && (c == '{' || c == '[')) {
      ++depth;
    } else if (!in_string && (c == '}' || c == ']')) {
      --depth;
    }
  }
  return in_string || depth > 0 ? "torn-output" : "invalid-json";
}

}  // namespace heed::observe
