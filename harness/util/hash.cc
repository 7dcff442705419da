#include "harness/util/hash.h"

#include <array>
#include <cstdint>
#include <fstream>
#include <memory>

#include <openssl/evp.h>
#include <zlib.h>

#include "harness/util/assert.h"
#include "harness/util/format.h"

namespace heed::util {
namespace {

class Sha256 {
 public:
  Sha256() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
    ASSERT(context_ != nullptr);
    ASSERT(EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
  }

  void update(std::string_view bytes) {
    ASSERT(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1);
  }

  [[nodiscard]] std::string hex() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    ASSERT(EVP_DigestFinal_ex(context_.get(), digest.data(), &size) == 1);
    std::string out;
    for (unsigned int i = 0; i < size; ++i) {
      out += format("{:02x}", digest[i]);
    }
    return out;
  }

 private:
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
};

}  // namespace

std::string sha256_hex(std::string_view bytes) {
  Sha256 hash;
  hash.update(bytes);
  return hash.hex();
}

Result<std::string> sha256_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  // A folder can be opened; only reading it fails.
  if (!in || in.peek() == std::ifstream::traits_type::eof()) {
    std::error_code code;
    if (std::filesystem::is_regular_file(path, code) && in.eof()) {
      return sha256_hex("");
    }
    return tl::unexpected(
        Error{"cannot hash", path.string(), "not a readable file", ""});
  }
  Sha256 hash;
  std::array<char, 1U << 16U> block{};
  while (in) {
    in.read(block.data(), block.size());
    hash.update({block.data(), static_cast<std::size_t>(in.gcount())});
  }
  if (in.bad()) {
    return tl::unexpected(
        Error{"cannot hash", path.string(), "reading failed", ""});
  }
  return hash.hex();
}

std::string crc32_hex(std::string_view bytes) {
  const uLong crc =
      crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  return format("{:08x}", static_cast<std::uint32_t>(crc));
}

}  // namespace heed::util
