#include <string_view>

#include "config.h"
#include "crypto/alg_test.h"
#include "modules/vectors/aes.h"
#include "testmgr_deep.h"

namespace crypto {
namespace {

tl::expected<void, Errno> aes_generic_selftest(const Context& context,
                                               std::string_view driver,
                                               const AlgTest& row) {
  return test_cipher(context, driver, row);
}

constexpr AlgTest kRows[] = {
    {.name = "ecb(aes)",
     .test = aes_generic_selftest,
     .fips_allowed = true,
     .cipher_vectors = kAesVectors,
     .deep = deep_cipher<config::deep_tests>("aes-generic")},
};

}  // namespace

extern const std::span<const AlgTest> kAesGenericSelftests;
constinit const std::span<const AlgTest> kAesGenericSelftests = kRows;

}  // namespace crypto
