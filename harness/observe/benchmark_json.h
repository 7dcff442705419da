#pragma once

#include <string>
#include <string_view>

namespace heed::observe {

/// google-benchmark writes NaN, Infinity and -Infinity bare, which is not
/// JSON. The same text with these three constants outside strings as the
/// strings "NaN", "Infinity" and "-Infinity".
[[nodiscard]] std::string quote_constants(std::string_view text);

/// True for what quote_constants() makes.
[[nodiscard]] bool is_constant(std::string_view text);

}  // namespace heed::observe
