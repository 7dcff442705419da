#include "harness/observe/benchmark_json.h"

#include <algorithm>
#include <array>

namespace heed::observe {
namespace {
constexpr std::array<std::string_view, 3> kConstants = {"NaN", "-Infinity",
                                                        "Infinity"};
}  // namespace

std::string quote_constants(std::string_view text) {
  std::string quoted;
  quoted.reserve(text.size());
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    if (in_string && rest.starts_with('\\') && rest.size() > 1) {
      quoted.append(rest.substr(0, 2));
      ++i;
      continue;
    }
    if (rest.starts_with('"')) {
      in_string = !in_string;
    }
    const auto* found =
        in_string ? kConstants.end()
                  : std::ranges::find_if(kConstants, [&](std::string_view c) {
                      return rest.starts_with(c);
                    });
    if (found == kConstants.end()) {
      quoted.push_back(text[i]);
      continue;
    }
    quoted.append("\"").append(*found).append("\"");
    i += found->size() - 1;
  }
  return quoted;
}

bool is_constant(std::string_view text) {
  return std::ranges::find(kConstants, text) != kConstants.end();
}

}  // namespace heed::observe
