#pragma once

#include <string>
#include <string_view>

#include "harness/util/error.h"

namespace heed::record {

/// TEXT, compressed (zlib): the JSON of a cell shrinks to a tenth. Format: the
/// size of TEXT in decimal, a colon, the zlib stream.
[[nodiscard]] std::string pack(std::string_view text);

/// The inverse of pack(). Errors: not packed, or damaged.
[[nodiscard]] util::Result<std::string> unpack(std::string_view packed);

}  // namespace heed::record
