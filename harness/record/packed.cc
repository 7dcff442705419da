#include "harness/record/packed.h"

#include <charconv>

#include <zlib.h>

#include "harness/util/assert.h"

namespace heed::record {
namespace {

// Larger ones are damage: no cell says so much.
constexpr std::size_t kMostBytes = std::size_t{1} << 30;

tl::unexpected<util::Error> damaged() {
  return tl::unexpected(util::Error{.what = "cannot unpack a stored result",
                                    .why = "it is damaged"});
}

}  // namespace

std::string pack(std::string_view text) {
  std::string packed = std::to_string(text.size()) + ":";
  const std::size_t header = packed.size();
  uLongf size = compressBound(text.size());
  packed.resize(header + size);
  const int code = compress2(reinterpret_cast<Bytef*>(packed.data() + header),
                             &size, reinterpret_cast<const Bytef*>(text.data()),
                             text.size(), Z_BEST_SPEED);
  ASSERT(code == Z_OK);
  packed.resize(header + size);
  return packed;
}

util::Result<std::string> unpack(std::string_view packed) {
  const std::size_t colon = packed.find(':');
  std::size_t size = 0;
  if (colon == std::string_view::npos ||
      std::from_chars(packed.data(), packed.data() + colon, size).ptr !=
          packed.data() + colon ||
      size > kMostBytes) {
    return damaged();
  }
  std::string text(size, '\0');
  uLongf length = size;
  const std::string_view stream = packed.substr(colon + 1);
  const int code =
      uncompress(reinterpret_cast<Bytef*>(text.data()), &length,
                 reinterpret_cast<const Bytef*>(stream.data()), stream.size());
  if (code != Z_OK || length != size) {
    return damaged();
  }
  return text;
}

}  // namespace heed::record
