#pragma once

#include <string>

#include <tl/expected.hpp>

namespace heed::util {

/// Why something could not be done, in one message for a person: what was
/// tried, which object, why it failed, and where to look or what to do next.
/// Parts that do not apply stay empty.
struct Error {
  std::string what;   ///< "cannot configure build"
  std::string which;  ///< "3f9a1c0b27de"
  std::string why;    ///< "cmake exited 1"
  std::string where;  ///< "log: heed-out/…", or "try `heed doctor`"

  /// "cannot configure build 3f9a1c0b27de: cmake exited 1 (log: …)"
  [[nodiscard]] std::string text() const;

  bool operator==(const Error&) const = default;
};

template <typename T>
using Result = tl::expected<T, Error>;

}  // namespace heed::util
