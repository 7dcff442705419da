#include "crypto/api.h"

#include <atomic>
#include <semaphore>
#include <thread>

#include <gtest/gtest.h>

#include "crypto/proc.h"
#include "internal.h"
#include "testing.h"

namespace crypto {
namespace {

using namespace std::chrono_literals;
using testing::as_fake;
using testing::fake_hash;
using testing::fake_module;
using testing::kFake;

constexpr AlgTest kPasses[] = {{"hash", testing::passes, true, {}}};
constexpr AlgTest kFails[] = {{"hash", testing::fails, true, {}}};

int lookup_code(const Context& context, std::string_view name) {
  return code_of(find_alg(context, name, 0, 0));
}

/// A registry with a manager and one algorithm, `hash`.
class Lookup : public ::testing::Test {
 protected:
  void start(RegistryOptions options) {
    registry_ = std::make_unique<Registry>(std::move(options));
    register_manager(Context(*registry_));
    alg_ = fake_hash("hash", "hash-a");
    ASSERT_TRUE(register_alg(as_fake(*registry_), alg_));
  }
  [[nodiscard]] std::int64_t count(Counter counter) const {
    return registry_->counter(counter);
  }

  std::shared_ptr<Alg> alg_;
  std::unique_ptr<Registry> registry_;
};

TEST_F(Lookup, WaitsForTheTestItStarts) {
  auto options = fake_module(kPasses);
  options.defer_tests = true;
  start(std::move(options));
  EXPECT_EQ(count(Counter::threads_created), 0);
  EXPECT_EQ(lookup_code(as_fake(*registry_), "hash"), 0);
  EXPECT_EQ(count(Counter::threads_created), 1);
  EXPECT_EQ(count(Counter::selftest_vectors), 1);
  EXPECT_TRUE(registry_->wait_quiescent(10s));
  EXPECT_EQ(registry_->leaks_text(), "");
}

TEST_F(Lookup, StartsNoTestTwice) {
  auto options = fake_module(kPasses);
  options.defer_tests = true;
  start(std::move(options));
  {
    std::vector<std::jthread> users;
    for (int i = 0; i < 8; ++i) {
      users.emplace_back(
          [this] { EXPECT_EQ(lookup_code(as_fake(*registry_), "hash"), 0); });
    }
    start_tests(as_fake(*registry_));
  }
  EXPECT_TRUE(registry_->wait_quiescent(10s));
  EXPECT_EQ(count(Counter::selftests_executed), 1);
  EXPECT_EQ(count(Counter::loaded_events), 1);
  EXPECT_EQ(count(Counter::larvals_live), 0);
  EXPECT_EQ(count(Counter::threads_live), 0);
}

TEST_F(Lookup, OfAFailedAlgorithmIsElibbad) {
  start(fake_module(kFails));
  EXPECT_EQ(lookup_code(as_fake(*registry_), "hash"), ELIBBAD);
  EXPECT_NE(registry_->log_text().find(
                "alg: self-tests for hash using hash-a failed (rc=-22)"),
            std::string::npos);
  EXPECT_NE(proc_crypto(*registry_)
                .find("selftest     : unknown\n"
                      "teststate    : failed\n"),
            std::string::npos);
  EXPECT_FALSE(registry_->is_panicked());
}

TEST_F(Lookup, OfAFailedAlgorithmPanicsUnderFips) {
  auto options = fake_module(kFails);
  options.fips = true;
  start(std::move(options));
  EXPECT_TRUE(registry_->wait_quiescent(10s));
  EXPECT_TRUE(registry_->is_panicked());
  EXPECT_NE(registry_->log_text().find("Kernel panic - not syncing: alg: "
                                       "self-tests for hash-a (hash) failed"),
            std::string::npos);
  EXPECT_EQ(lookup_code(as_fake(*registry_), "hash"), EIO);
  EXPECT_EQ(code_of(register_alg(as_fake(*registry_), fake_hash("b", "b-1"))),
            EIO);
}

TEST_F(Lookup, WithoutRowsSaysNoTestAndIsUsable) {
  start(fake_module());
  EXPECT_EQ(lookup_code(as_fake(*registry_), "hash"), 0);
  EXPECT_NE(registry_->log_text().find("alg: No test for hash (hash-a)"),
            std::string::npos);
  EXPECT_EQ(alg_->registration.state, SelftestState::no_vectors);
}

TEST_F(Lookup, OfTheForbiddenIsEnoentUnderFips) {
  static constexpr AlgTest kForbidden[] = {
      {"hash", testing::passes, false, {}}};
  auto options = fake_module(kForbidden);
  options.fips = true;
  start(std::move(options));
  EXPECT_EQ(lookup_code(as_fake(*registry_), "hash"), ENOENT);
  EXPECT_EQ(code_of(find_alg(as_fake(*registry_), "hash", kAlgFipsInternal, 0)),
            0);
  EXPECT_EQ(alg_->registration.state, SelftestState::fips_disabled);
}

TEST_F(Lookup, OfAnUnapprovedDriverIsElibbadUnderFipsWithoutPanic) {
  static constexpr AlgTest kForbidden[] = {
      {"hash", testing::passes, true, {}},
      {"hash-a", testing::passes, false, {}}};
  auto options = fake_module(kForbidden);
  options.fips = true;
  start(std::move(options));
  EXPECT_EQ(lookup_code(as_fake(*registry_), "hash"), ELIBBAD);
  EXPECT_FALSE(registry_->is_panicked());
}

TEST_F(Lookup, TellsMissingDependenciesFromPasses) {
  static constexpr AlgTest kMissing[] = {
      {"hash",
       [](const Context&, std::string_view,
          const AlgTest&) -> tl::expected<void, Errno> { return fail(ENOENT); },
       true,
       {}}};
  start(fake_module(kMissing));
  EXPECT_EQ(lookup_code(as_fake(*registry_), "hash"), 0);
  EXPECT_EQ(alg_->registration.state, SelftestState::skipped);
  EXPECT_EQ(alg_->registration.state_reason, Reason::dependency_missing);
}

TEST_F(Lookup, OfTheUnknownCostsTwoRequests) {
  start(fake_module(kPasses));
  EXPECT_EQ(lookup_code(as_fake(*registry_), "no"), ENOENT);
  EXPECT_EQ(count(Counter::module_requests), 2);
  EXPECT_EQ(lookup_code(as_fake(*registry_), "no(hash)"), ENOENT);
  EXPECT_EQ(count(Counter::module_requests), 5);
  EXPECT_EQ(count(Counter::request_larvals_created), 2);
  EXPECT_TRUE(registry_->wait_quiescent(10s));
  EXPECT_EQ(registry_->leaks_text(), "");
}

TEST_F(Lookup, RequestsNoFallbackWhereNoneIsWanted) {
  start(fake_module(kPasses));
  EXPECT_EQ(code_of(find_alg(as_fake(*registry_), "no", 0, kAlgNeedFallback)),
            ENOENT);
  EXPECT_EQ(count(Counter::module_requests), 1);
  EXPECT_EQ(code_of(find_alg(as_fake(*registry_), "no", 0, kAlgNoload)),
            ENOENT);
  EXPECT_EQ(count(Counter::module_requests), 1);
}

TEST_F(Lookup, ForTheUntestedAloneBuildsNothing) {
  start(fake_module(kPasses));
  EXPECT_EQ(code_of(find_alg(as_fake(*registry_), "no(hash)", 0, kAlgTested)),
            ENOENT);
  EXPECT_EQ(count(Counter::request_larvals_created), 0);
}

TEST_F(Lookup, LoadsAModuleThatRegistersMeanwhile) {
  auto options = fake_module(kPasses);
  options.load_module = [](const Context& context, std::string_view name) {
    return name == "crypto-late" &&
           register_alg(context, fake_hash("late", "late-a")).has_value();
  };
  start(std::move(options));
  EXPECT_EQ(lookup_code(as_fake(*registry_), "late"), 0);
}

// Names that are no template of one argument or more.
TEST_F(Lookup, OfTheUnparsableIsEnoentWithoutProbe) {
  start(fake_module(kPasses));
  for (const char* name : {"hmac(", "hmac()", "(hash)", "hmac(hash", "a b(c)",
                           "hmac(hash)x", "hmac(hash,)", "hmac(a(b)"}) {
    EXPECT_EQ(lookup_code(as_fake(*registry_), name), ENOENT) << name;
  }
  EXPECT_EQ(count(Counter::probe_threads_created), 0);
}

/// A test that lasts until it is let go.
class StuckLookup : public Lookup {
 protected:
  static tl::expected<void, Errno> stuck(const Context& context,
                                         std::string_view /*driver*/,
                                         const AlgTest& /*row*/) {
    // The registry's name for it: tests share nothing else.
    while (!context.registry().notests()) {
      std::this_thread::sleep_for(1ms);
    }
    return {};
  }
  static constexpr AlgTest kStuck[] = {{"hash", stuck, true, {}}};

  void let_go() {
    registry_->set_notests(true);
    EXPECT_TRUE(registry_->wait_quiescent(10s));
  }
};

TEST_F(StuckLookup, TimesOutOnceThenIsElibbad) {
  auto options = fake_module(kStuck);
  options.wait_limit = 20ms;
  start(std::move(options));
  EXPECT_EQ(lookup_code(as_fake(*registry_), "hash"), ETIMEDOUT);
  EXPECT_EQ(lookup_code(as_fake(*registry_), "hash"), ELIBBAD);
  EXPECT_EQ(alg_->registration.state_code, ETIMEDOUT);
  let_go();
  // The late result finds no larval.
  EXPECT_EQ(lookup_code(as_fake(*registry_), "hash"), ELIBBAD);
}

TEST_F(StuckLookup, EndsWhenCancelled) {
  start(fake_module(kStuck));
  std::stop_source stop;
  std::jthread canceller([&stop] {
    std::this_thread::sleep_for(10ms);
    stop.request_stop();
  });
  EXPECT_EQ(
      lookup_code(as_fake(*registry_).cancelled_by(stop.get_token()), "hash"),
      EINTR);
  let_go();
}

TEST_F(StuckLookup, EndsWithAPanic) {
  start(fake_module(kStuck));
  std::jthread panicker([this] {
    std::this_thread::sleep_for(10ms);
    registry_->panic(as_fake(*registry_), "because");
  });
  const int code = lookup_code(as_fake(*registry_), "hash");
  EXPECT_TRUE(code == EINTR || code == EIO) << code;
  panicker.join();
  let_go();
}

TEST_F(StuckLookup, OfAnotherNameIsNotDelayed) {
  start(fake_module(kStuck));
  ASSERT_TRUE(register_alg(as_fake(*registry_), fake_hash("b", "b-1")));
  EXPECT_EQ(lookup_code(as_fake(*registry_), "b"), 0);
  let_go();
}

TEST_F(StuckLookup, ResultForAnUnregisteredDriverChangesNothing) {
  start(fake_module(kStuck));
  unregister_alg(as_fake(*registry_), alg_);
  let_go();
  EXPECT_EQ(count(Counter::loaded_events), 0);
  EXPECT_EQ(alg_->flags & kAlgTested, 0U);
  EXPECT_EQ(registry_->leaks_text(), "");
}

TEST(Manager, MissingMakesEverythingUsableAndNoTemplates) {
  auto options = fake_module(kFails);
  options.has_manager = false;
  Registry registry(options);
  ASSERT_TRUE(register_alg(as_fake(registry), fake_hash("hash", "hash-a")));
  EXPECT_EQ(lookup_code(as_fake(registry), "hash"), 0);
  EXPECT_EQ(lookup_code(as_fake(registry), "hmac(hash)"), ENOENT);
  EXPECT_EQ(registry.counter(Counter::loaded_events), 1);
}

TEST(Manager, DeafLeavesNoLarvalBehind) {
  // Tests are due, but nobody takes REGISTER.
  Registry registry(fake_module(kPasses));
  const auto alg = fake_hash("hash", "hash-a");
  ASSERT_TRUE(register_alg(as_fake(registry), alg));
  EXPECT_EQ(lookup_code(as_fake(registry), "hash"), ELIBBAD);
  EXPECT_EQ(registry.leaks_text(), "");
  EXPECT_EQ(alg->registration.state, SelftestState::failed);
}

TEST(Chain, TakesASubscriberInsideACallback) {
  Registry registry(fake_module({}, false));
  std::atomic<int> heard = 0;
  register_notifier(registry, [&](const Context& context, Message,
                                  const std::shared_ptr<Alg>&) {
    register_notifier(context.registry(), [&](const Context&, Message,
                                              const std::shared_ptr<Alg>&) {
      ++heard;
      return Verdict::ok;
    });
    return Verdict::ok;
  });
  ASSERT_TRUE(register_alg(as_fake(registry), fake_hash("a", "a-1")));
  EXPECT_EQ(heard, 0);
  ASSERT_TRUE(register_alg(as_fake(registry), fake_hash("b", "b-1")));
  EXPECT_EQ(heard, 1);
}

}  // namespace
}  // namespace crypto
