#include <string_view>

#include "config.h"
#include "crypto/alg_test.h"
#include "modules/vectors/sha512.h"
#include "testmgr_deep.h"

namespace crypto {
namespace {

tl::expected<void, Errno> sha512_nettle_selftest(const Context& context,
                                                 std::string_view driver,
                                                 const AlgTest& row) {
  return test_hash(context, driver, row);
}

constexpr AlgTest kRows[] = {
    {.name = "sha384",
     .test = sha512_nettle_selftest,
     .fips_allowed = true,
     .vectors = kSha384Vectors,
     .deep = deep_hash<config::deep_tests>("sha384-nettle")},
    {.name = "sha512",
     .test = sha512_nettle_selftest,
     .fips_allowed = true,
     .vectors = kSha512Vectors,
     .deep = deep_hash<config::deep_tests>("sha512-nettle")},
};

}  // namespace

extern const std::span<const AlgTest> kSha512NettleSelftests;
constinit const std::span<const AlgTest> kSha512NettleSelftests = kRows;

}  // namespace crypto
