#include "references.h"

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "readers.h"

namespace crypto {
namespace {

constexpr int kOftenEnough = 100;

TEST(References, TellsTheLastOne) {
  References references;
  references.acquire();
  EXPECT_EQ(references.count(), 2);
  EXPECT_FALSE(references.close());
  EXPECT_TRUE(references.release());
}

TEST(References, OfNobodyElseEndWithTheEntry) {
  References references;
  references.acquire();
  EXPECT_FALSE(references.release());
  EXPECT_TRUE(references.close());
}

TEST(References, CountTheSameOnceSpread) {
  References references;
  for (int i = 0; i < kOftenEnough; ++i) {
    references.acquire();
  }
  EXPECT_EQ(references.count(), kOftenEnough + 1);
  EXPECT_FALSE(references.release());
  EXPECT_EQ(references.count(), kOftenEnough);
  EXPECT_FALSE(references.close());
  for (int i = 0; i < kOftenEnough - 2; ++i) {
    ASSERT_FALSE(references.release()) << i;
  }
  EXPECT_TRUE(references.release());
}

// However close() falls among the releases, one of all is told to be last.
TEST(References, HaveOneLastAmongThreads) {
  constexpr int kThreads = 8;
  constexpr int kEach = 50;
  for (int round = 0; round < 50; ++round) {
    References references;
    for (int i = 0; i < kThreads * kEach; ++i) {
      references.acquire();
    }
    std::atomic<int> last = 0;
    {
      std::vector<std::jthread> threads;
      for (int i = 0; i < kThreads; ++i) {
        threads.emplace_back([&references, &last] {
          for (int n = 0; n < kEach; ++n) {
            last += references.release() ? 1 : 0;
          }
        });
      }
      last += references.close() ? 1 : 0;
    }
    ASSERT_EQ(last, 1) << round;
  }
}

// What a reader found is intact until it leaves; a sanitizer sees more.
TEST(Readers, KeepWhatTheySee) {
  Readers readers;
  std::atomic<int*> shown = std::make_unique<int>(1).release();
  std::atomic<bool> is_over = false;
  std::atomic<int> wrong = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([&] {
        while (!is_over) {
          const Readers::Section section(readers);
          wrong += *shown.load(std::memory_order_acquire) == 1 ? 0 : 1;
        }
      });
    }
    for (int i = 0; i < 200; ++i) {
      const std::unique_ptr<int> old(
          shown.exchange(std::make_unique<int>(1).release()));
      readers.wait();
      *old = 0;
    }
    is_over = true;
  }
  EXPECT_EQ(wrong, 0);
  const std::unique_ptr<int> last(shown.load());
}

}  // namespace
}  // namespace crypto
