#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "crypto/boot.h"
#include "crypto/hash.h"
#include "testing.h"
#include "vector_file.h"

namespace crypto {
namespace {

using testing::Bytes;
using testing::from_hex;

/// An image with both drivers of sha256, booted without tests.
class Hashes : public ::testing::Test {
 protected:
  void SetUp() override {
    auto boot = Boot::prepare(
        init_table(), {.image = "full", .words = {"cryptomgr.notests=1"}});
    ASSERT_TRUE(boot);
    boot_ = std::move(*boot);
    ASSERT_EQ(boot_->run(), BootStatus::booted);
  }
  [[nodiscard]] Shash alloc(std::string_view name) {
    auto tfm = alloc_shash(Context(boot_->registry()), name);
    EXPECT_TRUE(tfm) << name << ' ' << code_of(tfm);
    return std::move(*tfm);
  }
  [[nodiscard]] int alloc_code(const std::string& name) {
    return code_of(alloc_shash(Context(boot_->registry()), name));
  }

  std::unique_ptr<Boot> boot_;
};

Bytes digest_in_pieces(const Shash& tfm, const Bytes& message,
                       std::size_t piece) {
  ShashDesc desc(tfm);
  EXPECT_TRUE(desc.init());
  for (std::size_t at = 0; at < message.size(); at += piece) {
    const std::size_t size = std::min(piece, message.size() - at);
    EXPECT_TRUE(desc.update(std::span(message).subspan(at, size)));
  }
  Bytes digest(tfm.digestsize());
  EXPECT_TRUE(desc.final(digest));
  return digest;
}

TEST_F(Hashes, AgreeAcrossDriversAndCountTheSameBlocks) {
  Registry& registry = boot_->registry();
  for (const std::size_t size : {0U, 55U, 56U, 64U, 119U, 120U, 5000U}) {
    const Bytes message(size, std::byte{0x5a});
    std::vector<Bytes> digests;
    std::vector<std::int64_t> blocks;
    for (const char* name : {"sha256-generic", "sha256-libcrypto"}) {
      const auto before = registry.counter(Counter::hash_blocks);
      digests.push_back(digest_in_pieces(alloc(name), message, 61));
      blocks.push_back(registry.counter(Counter::hash_blocks) - before);
    }
    EXPECT_EQ(digests[0], digests[1]) << size;
    EXPECT_EQ(blocks[0], blocks[1]) << size;
    EXPECT_EQ(blocks[0], static_cast<std::int64_t>((size + 9 + 63) / 64));
  }
}

TEST_F(Hashes, KeepTheirOrderOfCalls) {
  const Shash tfm = alloc("sha256");
  const Bytes data(3);
  Bytes out(32);
  ShashDesc desc(tfm);
  EXPECT_EQ(code_of(desc.update(data)), EINVAL);
  EXPECT_EQ(code_of(desc.final(out)), EINVAL);
  ASSERT_TRUE(desc.digest(data, out));
  EXPECT_EQ(code_of(desc.update(data)), EINVAL);
  EXPECT_EQ(code_of(desc.final(out)), EINVAL);
  EXPECT_TRUE(desc.init());
  EXPECT_EQ(code_of(desc.final(std::span(out).first(31))), EINVAL);
  EXPECT_TRUE(desc.final(out));
}

TEST_F(Hashes, StartAfreshWithTheSameKey) {
  Shash tfm = alloc("hmac(sha256)");
  const Bytes key(7, std::byte{1});
  ASSERT_TRUE(tfm.setkey(key));
  const Bytes data(3);
  Bytes first(32);
  Bytes second(32);
  ShashDesc desc(tfm);
  ASSERT_TRUE(desc.digest(data, first));
  ASSERT_TRUE(desc.init());
  ASSERT_TRUE(desc.update(Bytes(9)));
  ASSERT_TRUE(desc.init());
  ASSERT_TRUE(desc.finup(data, second));
  EXPECT_EQ(first, second);
}

TEST_F(Hashes, AskForAKeyWhereOneIsNeeded) {
  Shash keyed = alloc("hmac(sha256)");
  Bytes out(32);
  EXPECT_EQ(code_of(keyed.digest({}, out)), ENOKEY);
  ASSERT_TRUE(keyed.setkey({}));
  ASSERT_TRUE(keyed.digest({}, out));
  EXPECT_EQ(out, from_hex("b613679a0814d9ec772f95d778c35fc5"
                          "ff1697c493715653c6c712144292c5ad"));
  Shash unkeyed = alloc("sha256");
  EXPECT_EQ(code_of(unkeyed.setkey(Bytes(4))), ENOSYS);
  EXPECT_TRUE(unkeyed.digest({}, out));
}

TEST_F(Hashes, MayBeSharedByThreads) {
  Shash tfm = alloc("hmac(sha256)");
  ASSERT_TRUE(tfm.setkey(Bytes(32, std::byte{9})));
  const Shash& shared = tfm;
  Bytes expected(32);
  ASSERT_TRUE(shared.digest(Bytes(100), expected));
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&shared, &expected] {
      for (int round = 0; round < 50; ++round) {
        Bytes out(32);
        EXPECT_TRUE(shared.digest(Bytes(100), out));
        EXPECT_EQ(out, expected);
      }
    });
  }
}

TEST_F(Hashes, FailToAllocateWithTheKernelsCodes) {
  EXPECT_EQ(alloc_code("sha999"), ENOENT);
  EXPECT_EQ(alloc_code("nosuch(sha256)"), ENOENT);
  EXPECT_EQ(alloc_code("hmac(sha999)"), ENOENT);
  EXPECT_EQ(alloc_code("hmac(hmac(sha256))"), EINVAL);
  EXPECT_EQ(alloc_code("hmac(sha256,sha256)"), EINVAL);
  const auto longest = std::make_shared<testing::FakeHash>(
      std::string(122, 'x'), std::string(122, 'y'), 1);
  ASSERT_TRUE(register_alg(Context(boot_->registry()), longest));
  EXPECT_EQ(alloc_code("hmac(" + longest->name + ")"), ENAMETOOLONG);
  EXPECT_TRUE(boot_->registry().wait_quiescent(std::chrono::seconds(10)));
  EXPECT_EQ(boot_->registry().leaks_text(), "");
}

TEST_F(Hashes, SurviveTheirEvictionAndAreRebuilt) {
  Registry& registry = boot_->registry();
  Shash old = alloc("hmac(sha256)");
  EXPECT_EQ(old.driver_name(), "hmac(sha256-libcrypto)");
  ASSERT_TRUE(old.setkey(Bytes(32)));
  Bytes before(32);
  ASSERT_TRUE(old.digest(Bytes(5), before));

  const auto better =
      std::make_shared<testing::FakeHash>("sha256", "sha256-fake", 300);
  ASSERT_TRUE(register_alg(Context(registry), better));
  EXPECT_EQ(alloc("hmac(sha256)").driver_name(), "hmac(sha256-fake)");
  Bytes after(32);
  ASSERT_TRUE(old.digest(Bytes(5), after));
  EXPECT_EQ(before, after);

  unregister_alg(Context(registry), better);
  EXPECT_EQ(alloc("hmac(sha256)").driver_name(), "hmac(sha256-libcrypto)");
}

// Concurrent first users, while better drivers come and go.
TEST_F(Hashes, NeverFailOverAnEviction) {
  Registry& registry = boot_->registry();
  std::jthread churn([&registry](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      const auto better =
          std::make_shared<testing::FakeHash>("sha256", "sha256-fake", 300);
      ASSERT_TRUE(register_alg(Context(registry), better));
      std::this_thread::yield();
      unregister_alg(Context(registry), better);
    }
  });
  std::vector<std::jthread> users;
  for (int i = 0; i < 3; ++i) {
    users.emplace_back([this] {
      for (int round = 0; round < 40; ++round) {
        EXPECT_EQ(alloc_code("hmac(sha256)"), 0);
      }
    });
  }
  users.clear();
  churn.request_stop();
  churn.join();
  EXPECT_TRUE(registry.wait_quiescent(std::chrono::seconds(30)));
  EXPECT_EQ(registry.leaks_text(), "");
}

}  // namespace
}  // namespace crypto
