#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heed::util {

/// How many letters must be inserted, removed, replaced or swapped with their
/// neighbour to turn A into B; letters of different case count as equal.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// The at most three of KNOWN that a person who wrote WORD may have meant,
/// nearest first; all equal to WORD in no more than a third of its letters.
[[nodiscard]] std::vector<std::string> nearest(
    std::string_view word, const std::vector<std::string>& known);

/// For the end of a message: "did you mean fips?", or, where nothing is near,
/// "known are fips, notests" (at most ten), or "none is known".
[[nodiscard]] std::string suggestion(std::string_view word,
                                     const std::vector<std::string>& known);

}  // namespace heed::util
