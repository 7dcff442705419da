#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include "crypto/api.h"
#include "crypto/proc.h"
#include "internal.h"
#include "testing.h"

namespace crypto {
namespace {

using namespace std::chrono_literals;
using testing::as_fake;
using testing::fake_hash;
using testing::fake_module;

constexpr int kThreads = 8;
constexpr int kRounds = 40;

constexpr AlgTest kRows[] = {{"hash", testing::passes, true, {}},
                             {"shared", testing::passes, true, {}}};

std::shared_ptr<Template> wrap_template() {
  auto tmpl = std::make_shared<Template>();
  tmpl->name = "wrap";
  tmpl->create = testing::create_wrapper;
  return tmpl;
}

void in_threads(const std::function<void(int)>& body) {
  std::vector<std::jthread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&body, i] { body(i); });
  }
}

/// A registry with tests and a template, at rest and without leaks at the end.
class Concurrent : public ::testing::Test {
 protected:
  void start(RegistryOptions options) {
    registry_ = std::make_unique<Registry>(std::move(options));
    register_manager(Context(*registry_));
    ASSERT_TRUE(register_template(as_fake(*registry_), wrap_template()));
  }
  void TearDown() override {
    ASSERT_TRUE(registry_->wait_quiescent(30s));
    EXPECT_EQ(registry_->leaks_text(), "");
    EXPECT_EQ(count(Counter::larvals_live), 0);
    EXPECT_EQ(count(Counter::threads_live), 0);
  }
  [[nodiscard]] Context fake() { return as_fake(*registry_); }
  [[nodiscard]] std::int64_t count(Counter counter) const {
    return registry_->counter(counter);
  }

  std::unique_ptr<Registry> registry_;
};

// A finished answer, or none that a race makes.
bool is_answer(int code) { return code == 0 || code == ENOENT; }

TEST_F(Concurrent, UseGivesNoFalseError) {
  start(fake_module(kRows));
  ASSERT_TRUE(register_alg(fake(), fake_hash("shared", "shared-1", 1)));
  in_threads([this](int self) {
    const std::string driver = "d" + std::to_string(self);
    for (int round = 0; round < kRounds; ++round) {
      const auto alg = fake_hash("hash", driver, self);
      EXPECT_TRUE(register_alg(fake(), alg));
      EXPECT_EQ(code_of(find_alg(fake(), driver, 0, 0)), 0);
      EXPECT_EQ(code_of(alloc_shash(fake(), "shared")), 0);
      EXPECT_TRUE(is_answer(code_of(alloc_shash(fake(), "hash"))));
      EXPECT_EQ(code_of(alloc_shash(fake(), "wrap(shared)")), 0);
      unregister_alg(fake(), alg);
    }
  });
}

// The last of them to go frees it: nobody else has a reference.
TEST_F(Concurrent, UseKeepsAnUnregisteredAlgorithmUntilTheLastReference) {
  start(fake_module(kRows));
  std::weak_ptr<Alg> alive;
  for (int round = 0; round < kRounds; ++round) {
    {
      auto alg = fake_hash("hash", "hash-1");
      alive = alg;
      ASSERT_TRUE(register_alg(fake(), alg));
      ASSERT_EQ(code_of(find_alg(fake(), "hash", 0, 0)), 0);
      std::atomic<int> holding = 0;
      in_threads([&](int self) {
        if (self == 0) {
          while (holding == 0) {
            std::this_thread::yield();
          }
          unregister_alg(fake(), std::exchange(alg, nullptr));
          return;
        }
        for (int i = 0; i < 100; ++i) {
          const auto tfm = alloc_shash(fake(), "hash");
          ++holding;
          EXPECT_TRUE(is_answer(code_of(tfm)));
          EXPECT_TRUE(!tfm || tfm->driver_name() == "hash-1");
        }
      });
    }
    ASSERT_TRUE(registry_->wait_quiescent(30s));
    ASSERT_TRUE(alive.expired()) << round;
  }
}

// All of a decision is of one moment, however notests is toggled.
TEST_F(Concurrent, SwitchingLeavesNoMixedDecision) {
  start(fake_module(kRows));
  std::atomic<bool> is_over = false;
  std::jthread toggler([&] {
    for (bool value = false; !is_over; value = !value) {
      registry_->set_notests(value);
    }
  });
  std::vector<std::shared_ptr<Alg>> algs[kThreads];
  in_threads([&](int self) {
    for (int round = 0; round < kRounds; ++round) {
      algs[self].push_back(fake_hash(
          "hash", std::to_string(self) + "-" + std::to_string(round)));
      EXPECT_TRUE(register_alg(fake(), algs[self].back()));
    }
  });
  is_over = true;
  toggler.join();
  ASSERT_TRUE(registry_->wait_quiescent(30s));
  for (const auto& own : algs) {
    for (const auto& alg : own) {
      const auto& registration = alg->registration;
      const Decision& stored = registration.decision;
      EXPECT_EQ(stored,
                resolve_decision(stored.selftests_compiled, false, stored.fips,
                                 stored.notests, stored.module_notests));
      EXPECT_EQ(registration.state, stored.outcome == Outcome::run
                                        ? SelftestState::passed
                                        : SelftestState::skipped);
    }
  }
  EXPECT_EQ(count(Counter::larvals_created), count(Counter::threads_created));
}

TEST_F(Concurrent, FirstLookupsOfOneNameBuildOneInstance) {
  for (int round = 0; round < kRounds; ++round) {
    start(fake_module(kRows));
    ASSERT_TRUE(register_alg(fake(), fake_hash("hash", "hash-1")));
    in_threads([this](int) {
      EXPECT_EQ(code_of(alloc_shash(fake(), "wrap(hash)")), 0);
    });
    EXPECT_EQ(count(Counter::instances_created), 1) << round;
    EXPECT_EQ(count(Counter::request_larvals_created), 1) << round;
    TearDown();
  }
}

TEST_F(Concurrent, RegistrationDuringTheDrainIsTestedToo) {
  auto options = fake_module(kRows);
  options.defer_tests = true;
  start(std::move(options));
  in_threads([this](int self) {
    for (int round = 0; round < kRounds; ++round) {
      EXPECT_TRUE(
          register_alg(fake(), fake_hash("hash", std::to_string(self) + "-" +
                                                     std::to_string(round))));
      if (self == 0 && round == kRounds / 2) {
        start_tests(fake());
      }
    }
  });
  ASSERT_TRUE(registry_->wait_quiescent(30s));
  EXPECT_EQ(count(Counter::selftests_executed), kThreads * kRounds);
  EXPECT_EQ(count(Counter::loaded_events), kThreads * kRounds);
}

// A test looks up what only a module load brings, whose own test runs then.
TEST_F(Concurrent, ATestMayLoadAModule) {
  static constexpr auto kNeedsModule =
      [](const Context& context, std::string_view,
         const AlgTest&) -> tl::expected<void, Errno> {
    auto found = find_alg(context, "late", 0, 0);
    return found ? tl::expected<void, Errno>() : fail(found.error());
  };
  static constexpr AlgTest kNested[] = {{"hash", kNeedsModule, true, {}},
                                        {"late", testing::passes, true, {}}};
  auto options = fake_module(kNested);
  options.test_threads = 1;
  options.load_module = [](const Context& context, std::string_view name) {
    return name == "crypto-late" &&
           register_alg(context.owned_by(testing::kFake),
                        fake_hash("late", "late-1"))
               .has_value();
  };
  start(std::move(options));
  ASSERT_TRUE(register_alg(fake(), fake_hash("hash", "hash-1")));
  EXPECT_EQ(code_of(find_alg(fake(), "hash", 0, 0)), 0);
  EXPECT_EQ(count(Counter::selftests_executed), 2);
}

TEST_F(Concurrent, SubscribersMayBeAddedInCallbacks) {
  start(fake_module(kRows));
  std::atomic<int> heard = 0;
  std::atomic<int> added = 0;
  register_notifier(*registry_, [&](const Context& context, Message message,
                                    const std::shared_ptr<Alg>&) {
    if (message == Message::request && added++ == 0) {
      register_notifier(
          context.registry(),
          [&heard](const Context&, Message, const std::shared_ptr<Alg>&) {
            ++heard;
            return Verdict::done;
          });
    }
    return Verdict::done;
  });
  in_threads([this](int self) {
    EXPECT_EQ(code_of(find_alg(fake(), "no" + std::to_string(self), 0, 0)),
              ENOENT);
  });
  // Nobody takes such a request: it is posted twice, and the first may be all
  // that the new subscriber misses.
  EXPECT_GE(added, kThreads);
  EXPECT_GT(heard, 0);
}

// Better drivers come and go; whoever asks always gets a working instance.
TEST_F(Concurrent, EvictionIsNoErrorToUsers) {
  start(fake_module(kRows));
  ASSERT_TRUE(register_alg(fake(), fake_hash("hash", "hash-low", 1)));
  std::atomic<bool> is_over = false;
  std::jthread provider([&] {
    while (!is_over) {
      const auto better = fake_hash("hash", "hash-high", 2);
      // The larval of the last one may still be there: its test goes on.
      const int code = code_of(register_alg(fake(), better));
      EXPECT_TRUE(code == 0 || code == EEXIST) << code;
      if (code == 0) {
        unregister_alg(fake(), better);
      }
    }
  });
  in_threads([this](int) {
    for (int round = 0; round < kRounds; ++round) {
      EXPECT_EQ(code_of(alloc_shash(fake(), "wrap(hash)")), 0);
    }
  });
  is_over = true;
}

}  // namespace
}  // namespace crypto
