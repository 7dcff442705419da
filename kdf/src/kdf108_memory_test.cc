#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <functional>
#include <memory>
#include <thread>

#include <gtest/gtest.h>
#include <openssl/hmac.h>
#include <pthread.h>

#include "allocation_count.h"
#include "crypto/kdf108.h"
#include "crypto/kdf_sp800108.h"
#include "test_support.h"

namespace crypto {
namespace {

using Bytes = std::span<const std::byte>;
using Buffer = std::vector<std::byte>;

constexpr Kdf108Mode kModes[] = {Kdf108Mode::counter, Kdf108Mode::feedback,
                                 Kdf108Mode::double_pipeline};

class Memory : public ImageTest {
 protected:
  [[nodiscard]] Kdf108 keyed(Kdf108Mode mode) const {
    auto kdf =
        Kdf108::create(image_under_test().user(), "hmac(sha256)",
                       {.mode = mode, .counter = Kdf108Counter::after_fixed});
    EXPECT_TRUE(kdf);
    EXPECT_TRUE(kdf->set_key(key_));
    return std::move(*kdf);
  }

  [[nodiscard]] Buffer hmac(const Buffer& input) const {
    Buffer mac(32);
    HMAC(EVP_sha256(), key_.data(), static_cast<int>(key_.size()),
         reinterpret_cast<const unsigned char*>(input.data()), input.size(),
         reinterpret_cast<unsigned char*>(mac.data()), nullptr);
    return mac;
  }

  Buffer key_ = bytes_of("an example key, not used elsewhere");
  Buffer info_ = bytes_of("label and context of some kind");
};

TEST_F(Memory, DerivesWithoutAllocating) {
  const Bytes info[] = {info_};
  Buffer out(100);
  for (const Kdf108Mode mode : kModes) {
    const Kdf108 kdf = keyed(mode);
    const std::size_t before = allocation_count();
    const auto derived = kdf.derive({}, info, out);
    const auto generated = kdf108_ctr_generate(kdf.prf(), info, out);
    EXPECT_EQ(before, allocation_count());
    EXPECT_TRUE(derived);
    EXPECT_TRUE(generated);
  }
}

TEST_F(Memory, SharesAHandleBetweenThreads) {
  const Bytes info[] = {info_};
  for (const Kdf108Mode mode : kModes) {
    const Kdf108 kdf = keyed(mode);
    Buffer expected(77);
    ASSERT_TRUE(kdf.derive({}, info, expected));
    std::atomic<int> right = 0;
    {
      std::vector<std::jthread> threads;
      for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&] {
          for (int k = 0; k < 50; ++k) {
            Buffer out(77);
            if (kdf.derive({}, info, out) && out == expected) {
              ++right;
            }
          }
        });
      }
    }
    EXPECT_EQ(8 * 50, right);
  }
}

/// Runs a function on a stack that can be looked at afterwards.
class ScannedStack {
 public:
  void run(std::function<void()> work) {
    work_ = std::move(work);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, stack_.data(), stack_.size());
    pthread_t thread{};
    const auto body = [](void* self) -> void* {
      static_cast<ScannedStack*>(self)->work_and_copy();
      return nullptr;
    };
    if (pthread_create(&thread, &attributes, body, this) == 0) {
      pthread_join(thread, nullptr);
      has_run_ = true;
    }
    pthread_attr_destroy(&attributes);
  }

  [[nodiscard]] bool has_run() const { return has_run_; }
  [[nodiscard]] bool contains(Bytes secret) const {
    return std::ranges::search(copy_, secret).size() > 0;
  }

 private:
  void work_and_copy() {
    work_();
    // At once: the memory of a stack is given back when its thread ends.
    std::memcpy(copy_.data(), stack_.data(), stack_.size());
  }

  alignas(4096) std::array<std::byte, std::size_t{1} << 20> stack_{};
  std::array<std::byte, std::size_t{1} << 20> copy_{};
  std::function<void()> work_;
  bool has_run_ = false;
};

TEST_F(Memory, FindsWhatIsLeftOnTheStack) {
  const auto stack = std::make_unique<ScannedStack>();
  const Buffer secret = hmac(info_);
  stack->run([&] {
    volatile std::byte copy[32];
    std::copy(secret.begin(), secret.end(), copy);
  });
  ASSERT_TRUE(stack->has_run());
  EXPECT_TRUE(stack->contains(secret));
}

TEST_F(Memory, LeavesNothingOfABlockThatIsCut) {
  const Kdf108 kdf = keyed(Kdf108Mode::counter);
  const Bytes info[] = {info_};
  Buffer whole(64);
  ASSERT_TRUE(kdf.derive({}, info, whole));
  Buffer cut(33);
  const auto stack = std::make_unique<ScannedStack>();
  stack->run([&] { static_cast<void>(kdf.derive({}, info, cut).has_value()); });
  ASSERT_TRUE(stack->has_run());
  EXPECT_FALSE(stack->contains(Bytes(whole).subspan(33, 8)));
  EXPECT_FALSE(stack->contains(key_));
}

TEST_F(Memory, LeavesNothingOfTheIterationVariable) {
  const Kdf108 kdf = keyed(Kdf108Mode::double_pipeline);
  const Bytes info[] = {info_};
  const Buffer first = hmac(info_);
  const Buffer second = hmac(first);
  Buffer out(50);
  const auto stack = std::make_unique<ScannedStack>();
  stack->run([&] { static_cast<void>(kdf.derive({}, info, out).has_value()); });
  ASSERT_TRUE(stack->has_run());
  EXPECT_FALSE(stack->contains(Bytes(first).first(8)));
  EXPECT_FALSE(stack->contains(Bytes(second).first(8)));
}

}  // namespace
}  // namespace crypto
