#include <string_view>

#include "config.h"
#include "crypto/alg_test.h"
#include "modules/vectors/sha1.h"
#include "testmgr_deep.h"

namespace crypto {
namespace {

tl::expected<void, Errno> sha1_libcrypto_selftest(const Context& context,
                                                  std::string_view driver,
                                                  const AlgTest& row) {
  return test_hash(context, driver, row);
}

constexpr AlgTest kRows[] = {
    {.name = "sha1",
     .test = sha1_libcrypto_selftest,
     .fips_allowed = true,
     .vectors = kSha1Vectors,
     .deep = deep_hash<config::deep_tests>("sha1-nettle")},
};

}  // namespace

extern const std::span<const AlgTest> kSha1LibcryptoSelftests;
constinit const std::span<const AlgTest> kSha1LibcryptoSelftests = kRows;

}  // namespace crypto
