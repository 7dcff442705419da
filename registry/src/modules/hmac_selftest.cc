#include <string_view>

#include "config.h"
#include "crypto/alg_test.h"
#include "modules/vectors/hmac.h"
#include "testmgr_deep.h"

namespace crypto {
namespace {

tl::expected<void, Errno> hmac_selftest(const Context& context,
                                        std::string_view driver,
                                        const AlgTest& row) {
  return test_hash(context, driver, row);
}

constexpr AlgTest row(std::string_view name,
                      std::span<const HashVector> vectors,
                      std::string_view reference) {
  return {.name = name,
          .test = hmac_selftest,
          .fips_allowed = true,
          .vectors = vectors,
          .deep = deep_hash<config::deep_tests>(reference, kMacKeySizes)};
}

constexpr AlgTest kRows[] = {
    row("hmac(sha1)", kHmacSha1, "hmac(sha1-nettle)"),
    row("hmac(sha224)", kHmacSha224, "hmac(sha224-generic)"),
    row("hmac(sha256)", kHmacSha256, "hmac(sha256-generic)"),
    row("hmac(sha3-224)", kHmacSha3x224, "hmac(sha3-224-nettle)"),
    row("hmac(sha3-256)", kHmacSha3x256, "hmac(sha3-256-nettle)"),
    row("hmac(sha3-384)", kHmacSha3x384, "hmac(sha3-384-nettle)"),
    row("hmac(sha3-512)", kHmacSha3x512, "hmac(sha3-512-nettle)"),
    row("hmac(sha384)", kHmacSha384, "hmac(sha384-nettle)"),
    row("hmac(sha512)", kHmacSha512, "hmac(sha512-nettle)"),
};

}  // namespace

extern const std::span<const AlgTest> kHmacSelftests;
constinit const std::span<const AlgTest> kHmacSelftests = kRows;

}  // namespace crypto
