#include <string_view>

#include "config.h"
#include "crypto/alg_test.h"
#include "modules/vectors/sha256.h"
#include "testmgr_deep.h"

namespace crypto {
namespace {

tl::expected<void, Errno> sha256_nettle_selftest(const Context& context,
                                                 std::string_view driver,
                                                 const AlgTest& row) {
  return test_hash(context, driver, row);
}

constexpr AlgTest kRows[] = {
    {.name = "sha224",
     .test = sha256_nettle_selftest,
     .fips_allowed = true,
     .vectors = kSha224Vectors,
     .deep = deep_hash<config::deep_tests>("sha224-generic")},
    {.name = "sha256",
     .test = sha256_nettle_selftest,
     .fips_allowed = true,
     .vectors = kSha256Vectors,
     .deep = deep_hash<config::deep_tests>("sha256-generic")},
};

}  // namespace

extern const std::span<const AlgTest> kSha256NettleSelftests;
constinit const std::span<const AlgTest> kSha256NettleSelftests = kRows;

}  // namespace crypto
