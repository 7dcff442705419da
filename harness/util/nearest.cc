#include "harness/util/nearest.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace heed::util {
namespace {

constexpr std::size_t kMostNear = 3;
constexpr std::size_t kMostKnown = 10;

char lower(char letter) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
}

std::string joined(const std::vector<std::string>& words,
                   std::string_view separator) {
  std::string text;
  for (const std::string& word : words) {
    text += text.empty() ? "" : separator;
    text += word;
  }
  return text;
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Rows of the usual table: two above the current one for swapped letters.
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) {
    above[j] = j;
  }
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool is_equal = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min(
          {above[j] + 1, row[j - 1] + 1, above[j - 1] + (is_equal ? 0 : 1)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
          lower(a[i - 2]) == lower(b[j - 1])) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

std::vector<std::string> nearest(std::string_view word,
                                 const std::vector<std::string>& known) {
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance <= std::max<std::size_t>(1, word.size() / 3)) {
      ranked.emplace_back(distance, candidate);
    }
  }
  std::sort(ranked.begin(), ranked.end());
  ranked.erase(std::unique(ranked.begin(), ranked.end()), ranked.end());
  std::vector<std::string> words;
  for (auto& [distance, candidate] : ranked) {
    if (words.size() < kMostNear) {
      words.push_back(std::move(candidate));
    }
  }
  return words;
}

std::string suggestion(std::string_view word,
                       const std::vector<std::string>& known) {
  const std::vector<std::string> near = nearest(word, known);
  if (!near.empty()) {
    return "did you mean " + joined(near, " or ") + "?";
  }
  if (known.empty()) {
    return "none is known";
  }
  std::vector<std::string> shown(
      known.begin(), known.begin() + static_cast<std::ptrdiff_t>(
                                         std::min(known.size(), kMostKnown)));
  if (known.size() > kMostKnown) {
    shown.push_back("…");
  }
  return "known are " + joined(shown, ", ");
}

}  // namespace heed::util
