#include "harness/util/nearest.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace heed::util {
namespace {

/// Levenshtein's distance.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string nearest(std::string_view name, std::span<const std::string> known) {
  constexpr std::size_t kFewLetters = 2;
  std::size_t best = std::max(kFewLetters, name.size() / 3) + 1;
  std::string found;
  for (const std::string& candidate : known) {
    const std::size_t here = distance(name, candidate);
    if (here < best) {
      best = here;
      found = candidate;
    }
  }
  return found;
}

}  // namespace heed::util
