#include <array>
#include <string_view>

#include "config.h"
#include "crypto/alg_test.h"
#include "crypto/hash.h"
#include "modules/vectors/sha256.h"
#include "testmgr_deep.h"

namespace crypto {
namespace {

tl::expected<void, Errno> sha256_libcrypto_selftest(const Context& context,
                                                    std::string_view driver,
                                                    const AlgTest& row) {
  return test_hash(context, driver, row);
}

// Lengths around the block size, and one of several blocks.
constexpr std::size_t kLengths[] = {0, 1, 55, 56, 63, 64, 65, 119, 120, 1000};

// Compares with the plain code over more lengths than there are vectors for.
tl::expected<void, Errno> sha256_libcrypto_compare_selftest(
    const Context& context, std::string_view driver, const AlgTest& /*row*/) {
  auto reference = alloc_shash(context, "sha256-generic");
  if (!reference) {
    return fail(reference.error());
  }
  auto subject = alloc_shash(context, driver, kAlgFipsInternal, kAlgTested);
  if (!subject) {
    return fail(subject.error());
  }
  std::array<std::byte, 1000> input;
  input.fill(std::byte{0xa5});
  for (const std::size_t length : kLengths) {
    count_vector(context, driver);
    const auto data = std::span(input).first(length);
    std::array<std::byte, kMaxDigestSize> expected{};
    std::array<std::byte, kMaxDigestSize> digest{};
    if (auto result = reference->digest(data, expected); !result) {
      return result;
    }
    if (auto result = subject->digest(data, digest); !result) {
      return result;
    }
    if (digest != expected) {
      return fail(EINVAL);
    }
  }
  return {};
}

constexpr AlgTest kRows[] = {
    {.name = "sha224",
     .test = sha256_libcrypto_selftest,
     .fips_allowed = true,
     .vectors = kSha224Vectors,
     .deep = deep_hash<config::deep_tests>("sha224-generic")},
    {.name = "sha256",
     .test = sha256_libcrypto_selftest,
     .fips_allowed = true,
     .vectors = kSha256Vectors,
     .deep = deep_hash<config::deep_tests>("sha256-generic")},
    {.name = "sha256-libcrypto",
     .test = sha256_libcrypto_compare_selftest,
     .fips_allowed = true},
};

}  // namespace

extern const std::span<const AlgTest> kSha256LibcryptoSelftests;
constinit const std::span<const AlgTest> kSha256LibcryptoSelftests = kRows;

}  // namespace crypto
