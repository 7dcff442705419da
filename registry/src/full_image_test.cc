#include <set>
#include <string>

#include "crypto/aead.h"
#include "crypto/hash.h"
#include "crypto/skcipher.h"
#include "test_support.h"

namespace crypto {
namespace {

class WholeImage : public testing::FullImage {
 protected:
  void SetUp() override { boot_with({}); }

  [[nodiscard]] std::int64_t deep(DeepResult result) {
    return registry().counter_label(Counter::selftests_deep,
                                    static_cast<std::size_t>(result));
  }
};

constexpr const char* kHashes[] = {"sha1",     "sha224",   "sha256",
                                   "sha384",   "sha512",   "sha3-224",
                                   "sha3-256", "sha3-384", "sha3-512"};

// Every cell of the matrix runs this: what is said of tests holds where tests
// were decided on.
TEST_F(WholeImage, IsUsableAndAtRest) {
  for (const char* name : kHashes) {
    const auto plain = alloc_shash(user(), name);
    ASSERT_TRUE(plain) << name << code_of(plain);
    EXPECT_EQ(plain->driver_name(), std::string(name) + "-libcrypto");
    for (const char* provider : {"-libcrypto", "-nettle"}) {
      const auto keyed =
          alloc_shash(user(), "hmac(" + std::string(name) + provider + ")");
      EXPECT_TRUE(keyed) << name << provider << code_of(keyed);
    }
  }
  EXPECT_TRUE(alloc_aead(user(), "gcm(aes-nettle)"));
  EXPECT_TRUE(alloc_skcipher(user(), "cbc(aes-generic)"));
  EXPECT_TRUE(registry().wait_quiescent(std::chrono::seconds(30)));
  EXPECT_EQ(registry().leaks_text(), "");
  EXPECT_EQ(deep(DeepResult::failed), 0);
  EXPECT_EQ(deep(DeepResult::no_reference), 0);
}

TEST_F(WholeImage, TestsDeeplyWhereItTests) {
  std::int64_t tested = 0;
  for (const ModuleInfo& module : init_table().modules) {
    const ModuleId id = registry().module_id(module.name);
    const auto parts = registry().counter(Counter::selftests_deep, id);
    const auto cases = registry().counter(Counter::selftest_deep_cases, id);
    tested += parts;
    EXPECT_EQ(cases, parts * 64) << module.name;
    if (!module.selftests_compiled) {
      EXPECT_EQ(parts, 0) << module.name;
    }
  }
  EXPECT_EQ(registry().counter(Counter::selftests_deep), tested);
}

TEST_F(WholeImage, HeedsNoslowtestsOfAModule) {
  const ModuleId sha3 = registry().module_id("sha3_nettle");
  const auto parts = registry().counter(Counter::selftests_deep, sha3);
  const auto vectors = registry().counter(Counter::selftest_vectors, sha3);
  boot_with({"sha3_nettle.noslowtests=1"});
  EXPECT_EQ(registry().counter(Counter::selftest_deep_cases, sha3), 0);
  EXPECT_EQ(registry().counter_label(
                Counter::selftests_deep,
                static_cast<std::size_t>(DeepResult::noslowtests), sha3),
            parts);
  EXPECT_EQ(registry().counter(Counter::selftest_vectors, sha3), vectors);
}

TEST_F(WholeImage, DoesNothingDeepWhereTheDecisionIsSkip) {
  boot_with({"cryptomgr.notests=1"});
  EXPECT_EQ(registry().counter(Counter::selftests_deep), 0);
  EXPECT_EQ(registry().counter(Counter::selftest_deep_cases), 0);
}

}  // namespace
}  // namespace crypto
