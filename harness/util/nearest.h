#pragma once

#include <span>
#include <string>
#include <string_view>

namespace heed::util {

/// The one of KNOWN that a person most likely meant by NAME; "" when none is
/// near: more than a third of the letters, and more than two, differ.
[[nodiscard]] std::string nearest(std::string_view name,
                                  std::span<const std::string> known);

}  // namespace heed::util
