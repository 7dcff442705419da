#include "pool.h"

#include <atomic>
#include <semaphore>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include "internal.h"
#include "testing.h"

namespace crypto {
namespace {

using namespace std::chrono_literals;
using testing::as_fake;
using testing::fake_hash;
using testing::fake_module;

constexpr AlgTest kPasses[] = {{"hash", testing::passes, true, {}}};

// A test of `aN` that needs `bN`, `cN` …, as hmac(sha256) needs sha256: with
// one place in the pool all but the last wait.
tl::expected<void, Errno> needs_next(const Context& context,
                                     std::string_view driver,
                                     const AlgTest& /*row*/) {
  count_vector(context, driver);
  std::string next(driver.substr(0, driver.size() - 2));
  next.back() = static_cast<char>(next.back() + 1);
  if (next.back() > 'f') {
    return {};
  }
  auto found = find_alg(context, next, 0, 0);
  return found ? tl::expected<void, Errno>() : fail(found.error());
}
constexpr AlgTest kChain[] = {
    {"a", needs_next, true, {}}, {"b", needs_next, true, {}},
    {"c", needs_next, true, {}}, {"d", needs_next, true, {}},
    {"e", needs_next, true, {}}, {"f", needs_next, true, {}}};

void register_chain(Registry& registry) {
  for (const char* name : {"a", "b", "c", "d", "e", "f"}) {
    ASSERT_TRUE(register_alg(as_fake(registry),
                             fake_hash(name, std::string(name) + "-1")));
  }
}

TEST(Pool, NeverLetsATestWaitBehindItself) {
  for (const std::size_t size : {1U, 2U, 4U}) {
    auto options = fake_module(kChain);
    options.defer_tests = true;
    options.test_threads = size;
    Registry registry(std::move(options));
    register_manager(Context(registry));
    register_chain(registry);
    start_tests(as_fake(registry));
    EXPECT_TRUE(registry.wait_quiescent(10s)) << size;
    EXPECT_EQ(registry.counter(Counter::threads_created), 6);
    EXPECT_EQ(registry.counter_label(Counter::selftests_executed, 0), 6);
    EXPECT_EQ(registry.counter(Counter::threads_live), 0);
    EXPECT_EQ(registry.leaks_text(), "");
  }
}

// Lasts until notests is set: tests share nothing else.
tl::expected<void, Errno> stuck(const Context& context, std::string_view,
                                const AlgTest& /*row*/) {
  while (!context.registry().notests()) {
    std::this_thread::sleep_for(1ms);
  }
  return {};
}
constexpr AlgTest kStuck[] = {{"stuck", stuck, true, {}},
                              {"hash", testing::passes, true, {}}};

// Though all places are taken, and more strangers are queued before it.
TEST(Pool, LetsNoTestWaitBehindStrangers) {
  auto options = fake_module(kStuck);
  options.test_threads = 2;
  Registry registry(std::move(options));
  register_manager(Context(registry));
  for (const char* driver : {"s-1", "s-2", "s-3", "s-4"}) {
    ASSERT_TRUE(register_alg(as_fake(registry), fake_hash("stuck", driver)));
  }
  ASSERT_TRUE(register_alg(as_fake(registry), fake_hash("hash", "hash-a")));
  EXPECT_EQ(code_of(find_alg(as_fake(registry), "hash", 0, 0)), 0);
  EXPECT_EQ(registry.counter_label(Counter::selftests_executed, 0), 1);
  registry.set_notests(true);
  EXPECT_TRUE(registry.wait_quiescent(10s));
  EXPECT_EQ(registry.counter_label(Counter::selftests_executed, 0), 5);
}

// A disabled test once had the manager loaded all the same.
TEST(Pool, StartsNoThreadWhereNothingIsTested) {
  auto options = fake_module(kPasses);
  std::atomic<int> asked = 0;
  options.notests = true;
  options.may_start_thread = [&asked](std::string_view) {
    ++asked;
    return true;
  };
  Registry registry(std::move(options));
  register_manager(Context(registry));
  ASSERT_TRUE(register_alg(as_fake(registry), fake_hash("hash", "hash-a")));
  EXPECT_TRUE(find_alg(as_fake(registry), "hash", 0, 0));
  EXPECT_EQ(asked, 0);
  EXPECT_EQ(registry.counter(Counter::module_requests), 0);
}

TEST(Pool, SharesItsThreadsAmongTests) {
  auto options = fake_module(kPasses);
  std::atomic<int> asked = 0;
  options.defer_tests = true;
  options.test_threads = 2;
  options.may_start_thread = [&asked](std::string_view name) {
    EXPECT_EQ(name, "cryptomgr_test");
    ++asked;
    return true;
  };
  Registry registry(std::move(options));
  register_manager(Context(registry));
  for (int i = 0; i < 200; ++i) {
    ASSERT_TRUE(register_alg(as_fake(registry),
                             fake_hash("hash", "d" + std::to_string(i))));
  }
  start_tests(as_fake(registry));
  EXPECT_TRUE(registry.wait_quiescent(10s));
  EXPECT_EQ(registry.counter(Counter::threads_created), 200);
  // One that left too early may have been replaced; a thread each it is not.
  EXPECT_LT(asked, 100);
}

TEST(Pool, WithoutAnyThreadFailsTheTest) {
  auto options = fake_module(kPasses);
  options.may_start_thread = [](std::string_view) { return false; };
  Registry registry(std::move(options));
  register_manager(Context(registry));
  const auto alg = fake_hash("hash", "hash-a");
  ASSERT_TRUE(register_alg(as_fake(registry), alg));
  EXPECT_EQ(code_of(find_alg(as_fake(registry), "hash", 0, 0)), ELIBBAD);
  EXPECT_EQ(alg->registration.state, SelftestState::failed);
  EXPECT_EQ(registry.counter(Counter::thread_failures), 1);
  EXPECT_EQ(registry.counter(Counter::threads_live), 0);
  EXPECT_EQ(registry.counter(Counter::larvals_live), 0);
  EXPECT_FALSE(registry.is_panicked());
}

TEST(Pool, WithoutAnyThreadPanicsUnderFips) {
  auto options = fake_module(kPasses);
  options.fips = true;
  options.may_start_thread = [](std::string_view) { return false; };
  Registry registry(std::move(options));
  register_manager(Context(registry));
  ASSERT_TRUE(register_alg(as_fake(registry), fake_hash("hash", "hash-a")));
  EXPECT_TRUE(registry.is_panicked());
}

// The nth thread and all after it are not to be had: whatever n, nothing
// hangs, nothing is left, and what did not run has not passed.
TEST(Pool, EndsEveryTestWhereverThreadsEnd) {
  for (int granted = 0; granted <= 8; ++granted) {
    auto options = fake_module(kChain);
    std::atomic<int> asked = 0;
    options.defer_tests = true;
    options.test_threads = 1;
    options.may_start_thread = [&asked, granted](std::string_view) {
      return asked++ < granted;
    };
    Registry registry(std::move(options));
    register_manager(Context(registry));
    register_chain(registry);
    start_tests(as_fake(registry));
    ASSERT_TRUE(registry.wait_quiescent(10s)) << granted;
    EXPECT_EQ(registry.leaks_text(), "") << granted;
    EXPECT_EQ(registry.counter(Counter::larvals_live), 0) << granted;
    EXPECT_EQ(registry.counter(Counter::threads_live), 0) << granted;
    const auto passed = registry.counter_label(Counter::selftest_state, 1);
    EXPECT_EQ(passed, registry.counter_label(Counter::selftests_executed, 0));
    EXPECT_LE(passed, registry.counter(Counter::selftest_vectors));
  }
}

TEST(Probe, WithoutAThreadIsEnoentAndLeavesNoLarval) {
  auto options = fake_module(kPasses);
  options.notests = true;
  options.may_start_thread = [](std::string_view name) {
    return name != "cryptomgr_probe";
  };
  Registry registry(std::move(options));
  register_manager(Context(registry));
  EXPECT_EQ(code_of(find_alg(as_fake(registry), "no(hash)", 0, 0)), ENOENT);
  EXPECT_EQ(registry.counter(Counter::thread_failures), 1);
  EXPECT_EQ(registry.leaks_text(), "");
}

}  // namespace
}  // namespace crypto
