#include "crypto/kdf_sp800108.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>

#include <gtest/gtest.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>

#include "fake_hash.h"
#include "test_support.h"

namespace crypto {
namespace {

using Bytes = std::span<const std::byte>;
using Buffer = std::vector<std::byte>;

constexpr std::string_view kKey =
    "dd1d91b7d90b2bd3138533ce92b272fbf8a369316aefe242e659cc0ae238afe0";
constexpr std::string_view kInfo =
    "01322b96b30acd197979444e468e1c5c6859bf1b1cf951b7e725303e237e46b8"
    "64a145fab25e517b08f8683d0315bb2911d80a0e8aba17f3b413faac";

/// SP 800-108 written down once more, over another library's HMAC.
[[nodiscard]] Buffer reference(const Buffer& key, const Buffer& info,
                               std::size_t size) {
  Buffer out;
  for (unsigned i = 1; out.size() < size; ++i) {
    Buffer input = {static_cast<std::byte>(i >> 24U),
                    static_cast<std::byte>(i >> 16U),
                    static_cast<std::byte>(i >> 8U), static_cast<std::byte>(i)};
    input.insert(input.end(), info.begin(), info.end());
    Buffer block(32);
    HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
         reinterpret_cast<const unsigned char*>(input.data()), input.size(),
         reinterpret_cast<unsigned char*>(block.data()), nullptr);
    out.insert(out.end(), block.begin(), block.end());
  }
  out.resize(size);
  return out;
}

/// The kernel's interface over hmac(sha256), with the key of the self-test.
class KernelInterface : public ImageTest {
 protected:
  void SetUp() override {
    ImageTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) {
      return;
    }
    auto handle = alloc_shash(image_under_test().user(), "hmac(sha256)");
    ASSERT_TRUE(handle) << handle.error().code();
    kmd_.emplace(std::move(*handle));
    ASSERT_TRUE(kdf108_setkey(*kmd_, key_, {}));
  }

  [[nodiscard]] std::string derive(std::size_t size) const {
    const Bytes info[] = {info_};
    Buffer out(size);
    const auto result = kdf108_ctr_generate(*kmd_, info, out);
    return result ? to_hex(out) : "error";
  }

  Buffer key_ = unhex(kKey);
  Buffer info_ = unhex(kInfo);
  std::optional<Shash> kmd_;
};

TEST_F(KernelInterface, GivesTheBytesOfTheKernelsVector) {
  EXPECT_EQ("10621342bfb0fd40046c0e29f2cfdbf0", derive(16));
}

TEST_F(KernelInterface, CutsTheLastBlock) {
  const std::string four =
      "10621342bfb0fd40046c0e29f2cfdbf06db174c19e9ce311aa7c4233f2a001ba"
      "977aa8c0b4285c2712a88fd45081e096f71011bbe83a62ead41fdbb265889433"
      "0ead302b87a44ad5df96e5611beda2bff6aab13f3b0eccec87b3d0f6b4c2b533"
      "f427db4b";
  for (const std::size_t size : {1, 32, 33, 64, 96, 100}) {
    EXPECT_EQ(four.substr(0, 2 * size), derive(size)) << size;
  }
}

TEST_F(KernelInterface, DerivesManyBlocks) {
  const Buffer out = unhex(derive(8192));
  Buffer digest(SHA256_DIGEST_LENGTH);
  SHA256(reinterpret_cast<const unsigned char*>(out.data()), out.size(),
         reinterpret_cast<unsigned char*>(digest.data()));
  EXPECT_EQ("69d0af5c1f6c22ea3a7662a6c7c9b2a3b0ee24f7e7721c062a7afc3f1c6f62a0",
            to_hex(digest));
}

TEST_F(KernelInterface, EqualsAnIndependentHmacForEveryLength) {
  const Buffer expected = reference(key_, info_, 17 * 32 + 1);
  for (std::size_t size = 1; size <= expected.size(); ++size) {
    ASSERT_EQ(to_hex(Bytes(expected).first(size)), derive(size)) << size;
  }
}

TEST_F(KernelInterface, WritesNothingBesideItsOutput) {
  const Bytes info[] = {info_};
  for (const std::size_t size : {1, 31, 33, 100}) {
    Buffer room(size + 16, std::byte{0xa5});
    ASSERT_TRUE(
        kdf108_ctr_generate(*kmd_, info, std::span(room).subspan(8, size)));
    const auto is_untouched = [](std::byte b) { return b == std::byte{0xa5}; };
    EXPECT_TRUE(std::all_of(room.begin(), room.begin() + 8, is_untouched));
    EXPECT_TRUE(std::all_of(room.end() - 8, room.end(), is_untouched));
  }
}

TEST_F(KernelInterface, JoinsSegmentsWithNothingBetween) {
  const Bytes all(info_);
  const Bytes pieces[] = {all.first(7), {}, all.subspan(7, 1), all.subspan(8)};
  Buffer out(64);
  ASSERT_TRUE(kdf108_ctr_generate(*kmd_, pieces, out));
  EXPECT_EQ(derive(64), to_hex(out));
}

TEST_F(KernelInterface, TakesNoInfoAtAll) {
  Buffer out(32);
  ASSERT_TRUE(kdf108_ctr_generate(*kmd_, {}, out));
  EXPECT_EQ("75f41f230589c5ed95956905f0fe06b46e12c691006af5e3bc79a03b901edbfb",
            to_hex(out));
}

TEST_F(KernelInterface, TakesAnUnkeyedHash) {
  auto sha256 = alloc_shash(image_under_test().user(), "sha256");
  ASSERT_TRUE(sha256);
  const Bytes info[] = {info_};
  Buffer out(48);
  ASSERT_TRUE(kdf108_ctr_generate(*sha256, info, out));
  EXPECT_EQ(
      "c3896775796eb8a458c48cc1f09b49fee8ac6987d608c47bf5866e5915a510710e66058e"
      "e3aa7902ce9c9b785c50e035",
      to_hex(out));
  EXPECT_EQ(ENOSYS, code_of(kdf108_setkey(*sha256, key_, {})));
}

TEST_F(KernelInterface, DerivesTheSameTwice) {
  const std::string once = derive(100);
  EXPECT_EQ(once, derive(100));
}

TEST_F(KernelInterface, LeavesItsInputsAlone) {
  const Buffer before = info_;
  ASSERT_NE("error", derive(100));
  EXPECT_EQ(before, info_);
  EXPECT_EQ(unhex(kKey), key_);
}

TEST_F(KernelInterface, RefusesKeyMaterialFirstAndKeepsTheKey) {
  const std::string before = derive(32);
  const std::byte ikm[1] = {};
  EXPECT_EQ(EINVAL, code_of(kdf108_setkey(*kmd_, key_, ikm)));
  EXPECT_EQ(EINVAL, code_of(kdf108_setkey(*kmd_, key_, Bytes(ikm, 0))));
  EXPECT_EQ(EINVAL, code_of(kdf108_setkey(*kmd_, {}, ikm)));
  EXPECT_EQ(before, derive(32));
}

TEST_F(KernelInterface, RefusesKeysShorterThanTheDigest) {
  const std::string before = derive(32);
  EXPECT_EQ(EINVAL, code_of(kdf108_setkey(*kmd_, Bytes(key_).first(31), {})));
  EXPECT_EQ(EINVAL, code_of(kdf108_setkey(*kmd_, {}, {})));
  EXPECT_EQ(before, derive(32));
}

TEST_F(KernelInterface, TakesKeysLongerThanABlock) {
  const Buffer key(65, std::byte{0xaa});
  ASSERT_TRUE(kdf108_setkey(*kmd_, key, {}));
  EXPECT_EQ(to_hex(reference(key, info_, 32)), derive(32));
}

TEST_F(KernelInterface, DemandsAKeyAndClearsTheOutput) {
  auto fresh = alloc_shash(image_under_test().user(), "hmac(sha256)");
  ASSERT_TRUE(fresh);
  const Bytes info[] = {info_};
  Buffer out(40, std::byte{0xa5});
  EXPECT_EQ(ENOKEY, code_of(kdf108_ctr_generate(*fresh, info, out)));
  EXPECT_EQ(Buffer(40), out);
}

TEST_F(KernelInterface, HasNothingToDoForAnEmptyOutput) {
  auto fresh = alloc_shash(image_under_test().user(), "hmac(sha256)");
  ASSERT_TRUE(fresh);
  Registry& registry = image_under_test().registry();
  const auto before = registry.counter(Counter::hash_blocks);
  const Bytes info[] = {info_};
  EXPECT_TRUE(kdf108_ctr_generate(*fresh, info, {}));
  EXPECT_TRUE(kdf108_ctr_generate(*kmd_, info, {}));
  EXPECT_EQ(before, registry.counter(Counter::hash_blocks));
}

TEST_F(KernelInterface, RefusesAnOutputThatOverlapsInfo) {
  Buffer room(96, std::byte{0xa5});
  const Buffer before = room;
  const auto all = std::span(room);
  const Bytes info[] = {info_, Bytes(all.subspan(32, 32))};
  for (const auto out : {all, all.subspan(0, 33), all.subspan(63),
                         all.subspan(32, 32), all.subspan(40, 1)}) {
    EXPECT_EQ(EINVAL, code_of(kdf108_ctr_generate(*kmd_, info, out)));
  }
  EXPECT_EQ(before, room);
  EXPECT_TRUE(kdf108_ctr_generate(*kmd_, info, all.first(32)));
  EXPECT_TRUE(kdf108_ctr_generate(*kmd_, info, all.subspan(64)));
}

TEST_F(KernelInterface, RefusesLengthsThatTheKernelWouldCut) {
  Buffer room(64, std::byte{0xa5});
  const Buffer before = room;
  constexpr std::size_t kTooLong =
      std::size_t{std::numeric_limits<std::uint32_t>::max()} + 1;
  // Refused before the memory, which is not there, is looked at.
  const Bytes info[] = {Bytes(info_.data(), kTooLong)};
  EXPECT_EQ(EINVAL, code_of(kdf108_ctr_generate(*kmd_, info, room)));
  const std::span<std::byte> out(room.data(), kTooLong);
  EXPECT_EQ(EINVAL, code_of(kdf108_ctr_generate(*kmd_, {}, out)));
  EXPECT_EQ(before, room);
}

TEST_F(KernelInterface, CountsWhatItDid) {
  Registry& registry = image_under_test().registry();
  const auto blocks = registry.counter(Counter::kdf_blocks);
  const auto macs = registry.counter(Counter::kdf_macs);
  const auto bytes = registry.counter(Counter::kdf_bytes);
  const auto calls = registry.counter_label(Counter::kdf_calls, errno_label(0));
  ASSERT_NE("error", derive(100));
  EXPECT_EQ(blocks + 4, registry.counter(Counter::kdf_blocks));
  EXPECT_EQ(macs + 4, registry.counter(Counter::kdf_macs));
  EXPECT_EQ(bytes + 100, registry.counter(Counter::kdf_bytes));
  EXPECT_EQ(calls + 1,
            registry.counter_label(Counter::kdf_calls, errno_label(0)));
}

TEST(KernelInterfaceOnError, ClearsTheWholeOutput) {
  for (const int failing : {1, 2, 3}) {
    auto hash = std::make_shared<FakeHash>(16);
    hash->failing_final = failing;
    FakeHashRegistry registry(hash);
    ASSERT_TRUE(registry.is_up());
    auto kmd = registry.alloc();
    ASSERT_TRUE(kmd);
    Buffer out(40, std::byte{0xa5});
    EXPECT_EQ(ENOMEM, code_of(kdf108_ctr_generate(*kmd, {}, out)));
    EXPECT_EQ(Buffer(40), out);
  }
}

TEST(KernelInterfaceOnError, StopsWhenAnUpdateFails) {
  auto hash = std::make_shared<FakeHash>(16);
  hash->failing_update = 2;
  FakeHashRegistry registry(hash);
  auto kmd = registry.alloc();
  ASSERT_TRUE(kmd);
  Buffer out(16, std::byte{0xa5});
  const Buffer text = bytes_of("info");
  const Bytes info[] = {text};
  EXPECT_EQ(ENOMEM, code_of(kdf108_ctr_generate(*kmd, info, out)));
  EXPECT_EQ(Buffer(16), out);
}

TEST(KernelInterfaceOnError, NeedsAKeyAgainAfterAFailedSetkey) {
  auto hash = std::make_shared<FakeHash>(16, true);
  FakeHashRegistry registry(hash);
  auto kmd = registry.alloc();
  ASSERT_TRUE(kmd);
  const Buffer key(16);
  Buffer out(16, std::byte{0xa5});
  ASSERT_TRUE(kdf108_setkey(*kmd, key, {}));
  ASSERT_TRUE(kdf108_ctr_generate(*kmd, {}, out));
  hash->has_failing_setkey = true;
  EXPECT_EQ(ENOMEM, code_of(kdf108_setkey(*kmd, key, {})));
  EXPECT_EQ(ENOKEY, code_of(kdf108_ctr_generate(*kmd, {}, out)));
  EXPECT_EQ(Buffer(16), out);
}

TEST(KernelInterfaceOnError, RefusesAHashWithoutDigest) {
  auto hash = std::make_shared<FakeHash>(0);
  FakeHashRegistry registry(hash);
  auto kmd = registry.alloc();
  ASSERT_TRUE(kmd);
  Buffer out(16, std::byte{0xa5});
  EXPECT_EQ(EINVAL, code_of(kdf108_ctr_generate(*kmd, {}, out)));
  EXPECT_EQ(Buffer(16, std::byte{0xa5}), out);
  EXPECT_TRUE(kdf108_ctr_generate(*kmd, {}, {}));
}

}  // namespace
}  // namespace crypto
