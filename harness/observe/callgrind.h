#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/util/error.h"

namespace heed::observe {

/// What callgrind collected about one function.
struct FunctionCost {
  std::string file;
  std::string name;
  double own = 0;        ///< Ir of its own lines
  double called = 0;     ///< Ir of the calls it makes
  double inclusive = 0;  ///< Ir of the calls into it
  double calls = 0;      ///< how often it was called

  bool operator==(const FunctionCost&) const = default;

  /// Ir of the function with all it calls. Collection may begin inside it;
  /// then no call into it was seen.
  [[nodiscard]] double total() const {
    return calls > 0 ? inclusive : own + called;
  }
};

struct Callgrind {
  std::vector<FunctionCost> functions;  ///< sorted by file and name
  double total = 0;                     ///< Ir of the whole collection

  bool operator==(const Callgrind&) const = default;
};

/// Reads callgrind's output, names compressed as `(id) name` or not. Only the
/// event Ir counts. Errors: `why` is a reason id (no-output, torn-output).
[[nodiscard]] util::Result<Callgrind> parse_callgrind(std::string_view text);

}  // namespace heed::observe
