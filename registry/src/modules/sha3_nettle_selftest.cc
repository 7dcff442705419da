#include <string_view>

#include "config.h"
#include "crypto/alg_test.h"
#include "modules/vectors/sha3.h"
#include "testmgr_deep.h"

namespace crypto {
namespace {

tl::expected<void, Errno> sha3_nettle_selftest(const Context& context,
                                               std::string_view driver,
                                               const AlgTest& row) {
  return test_hash(context, driver, row);
}

constexpr AlgTest kRows[] = {
    {.name = "sha3-224",
     .test = sha3_nettle_selftest,
     .fips_allowed = true,
     .vectors = kSha3x224Vectors,
     .deep = deep_hash<config::deep_tests>("sha3-224-nettle")},
    {.name = "sha3-256",
     .test = sha3_nettle_selftest,
     .fips_allowed = true,
     .vectors = kSha3x256Vectors,
     .deep = deep_hash<config::deep_tests>("sha3-256-nettle")},
    {.name = "sha3-384",
     .test = sha3_nettle_selftest,
     .fips_allowed = true,
     .vectors = kSha3x384Vectors,
     .deep = deep_hash<config::deep_tests>("sha3-384-nettle")},
    {.name = "sha3-512",
     .test = sha3_nettle_selftest,
     .fips_allowed = true,
     .vectors = kSha3x512Vectors,
     .deep = deep_hash<config::deep_tests>("sha3-512-nettle")},
};

}  // namespace

extern const std::span<const AlgTest> kSha3NettleSelftests;
constinit const std::span<const AlgTest> kSha3NettleSelftests = kRows;

}  // namespace crypto
