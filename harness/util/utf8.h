#pragma once

#include <string>
#include <string_view>

namespace heed::util {

/// TEXT as valid UTF-8: every byte that begins no well-formed sequence
/// (overlong forms, surrogates and code points above U+10FFFF included)
/// becomes U+FFFD. Control characters stay. Idempotent.
[[nodiscard]] std::string valid_utf8(std::string_view text);

/// The length of the well-formed sequence at the start of TEXT; 0 if none.
[[nodiscard]] std::size_t utf8_sequence_length(std::string_view text);

}  // namespace heed::util
