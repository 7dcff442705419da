#include "harness/observe/function_name.h"

#include <algorithm>
#include <array>

namespace heed::observe {
namespace {

constexpr std::string_view kAnonymous = "(anonymous namespace)";
constexpr std::array<std::string_view, 4> kInitNames = {
    "init_module", "raid6_select_algo", "calibrate_xor_blocks",
    "prng_sha512_selftest"};

}  // namespace

std::string unqualified(std::string_view function) {
  std::size_t begin = 0;
  int depth = 0;  // of template arguments, which may hold `::` themselves
  for (std::size_t i = 0; i < function.size(); ++i) {
    const std::string_view rest = function.substr(i);
    if (rest.starts_with(kAnonymous)) {
      i += kAnonymous.size() - 1;
    } else if (rest.starts_with('<')) {
      ++depth;
    } else if (rest.starts_with('>')) {
      --depth;
    } else if (depth == 0 && rest.starts_with("::")) {
      begin = i + 2;
    } else if (depth == 0 && rest.starts_with('(') && i > begin) {
      break;
    }
  }
  const std::string_view name = function.substr(begin);
  return std::string(name.substr(0, name.find_first_of("(<' [.")));
}

bool is_init_function(std::string_view unqualified_name) {
  return unqualified_name.ends_with("_init") ||
         std::ranges::find(kInitNames, unqualified_name) != kInitNames.end();
}

}  // namespace heed::observe
