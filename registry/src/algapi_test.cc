#include "crypto/algapi.h"

#include <cstdint>
#include <random>

#include <gtest/gtest.h>

#include "crypto/proc.h"
#include "internal.h"
#include "testing.h"

namespace crypto {
namespace {

using testing::as_fake;
using testing::fake_hash;
using testing::fake_module;
using testing::kFake;

// Registers without tests: what it is about are names.
RegistryOptions untested() { return fake_module({}, false); }

TEST(Register, RefusesBadFields) {
  Registry registry(untested());
  const auto code = [&](const std::shared_ptr<Alg>& alg) {
    return code_of(register_alg(as_fake(registry), alg));
  };
  EXPECT_EQ(code(fake_hash("", "driver")), EINVAL);
  EXPECT_EQ(code(fake_hash("name", "")), EINVAL);
  EXPECT_EQ(code(fake_hash("name", "driver", -1)), EINVAL);
  auto alg = fake_hash("name", "driver");
  alg->alignmask = 5;
  EXPECT_EQ(code(alg), EINVAL);
  alg->alignmask = 255;
  EXPECT_EQ(code(alg), EINVAL);
  alg->alignmask = 127;
  alg->blocksize = 161;
  EXPECT_EQ(code(alg), EINVAL);
  alg->blocksize = 160;
  EXPECT_EQ(code(alg), 0);
}

TEST(Register, HoldsPlainCiphersToSmallerLimits) {
  Registry registry(untested());
  auto alg = fake_hash("aes", "aes-generic");
  alg->flags = kAlgTypeCipher;
  alg->blocksize = 17;
  EXPECT_EQ(code_of(register_alg(as_fake(registry), alg)), EINVAL);
  alg->blocksize = 16;
  alg->alignmask = 31;
  EXPECT_EQ(code_of(register_alg(as_fake(registry), alg)), EINVAL);
  alg->alignmask = 15;
  EXPECT_EQ(code_of(register_alg(as_fake(registry), alg)), 0);
}

struct Collision {
  const char* name;
  const char* driver;
  int code;
};

// For the names of cases: gtest would print padding and addresses.
// NOLINTNEXTLINE(readability-identifier-naming)
void PrintTo(const Collision& collision, std::ostream* out) {
  *out << collision.name << ' ' << collision.driver;
}

class Collides : public ::testing::TestWithParam<Collision> {};

// Against an entry called `hash`, driver `hash-a`.
TEST_P(Collides, ByTheKernelsRules) {
  Registry registry(untested());
  ASSERT_TRUE(register_alg(as_fake(registry), fake_hash("hash", "hash-a")));
  const auto& param = GetParam();
  EXPECT_EQ(code_of(register_alg(as_fake(registry),
                                 fake_hash(param.name, param.driver))),
            param.code);
}

INSTANTIATE_TEST_SUITE_P(Rules, Collides,
                         ::testing::Values(Collision{"hash", "hash-b", 0},
                                           Collision{"hash", "hash-a", EEXIST},
                                           Collision{"other", "hash-a", EEXIST},
                                           Collision{"hash-a", "other-a",
                                                     EEXIST},
                                           Collision{"other", "hash", EEXIST},
                                           Collision{"other", "other-a", 0}));

TEST(Register, RefusesTheSameObjectAndTheDriverUnderTest) {
  auto options = fake_module();
  options.defer_tests = true;
  Registry registry(options);
  const auto alg = fake_hash("hash", "hash-a");
  ASSERT_TRUE(register_alg(as_fake(registry), alg));
  EXPECT_EQ(code_of(register_alg(as_fake(registry), alg)), EEXIST);
  // The larval, not the algorithm, is in the way.
  EXPECT_EQ(
      code_of(register_alg(as_fake(registry), fake_hash("other", "hash-a"))),
      EEXIST);
  EXPECT_EQ(registry.counter_label(Counter::registrations, errno_label(EEXIST),
                                   kFake),
            2);
}

TEST(Register, RemovesTheEarlierOnesOfABatchThatFails) {
  Registry registry(untested());
  const std::vector<std::shared_ptr<Alg>> algs = {
      fake_hash("a", "a-1"), fake_hash("b", "b-1"), fake_hash("c", "a-1")};
  EXPECT_EQ(code_of(register_algs(as_fake(registry), algs)), EEXIST);
  EXPECT_FALSE(has_alg(registry, "a"));
  EXPECT_FALSE(has_alg(registry, "b"));
}

TEST(Register, MayBeDoneAgainAfterUnregistering) {
  Registry registry(untested());
  const auto alg = fake_hash("hash", "hash-a");
  ASSERT_TRUE(register_alg(as_fake(registry), alg));
  unregister_alg(as_fake(registry), alg);
  EXPECT_FALSE(has_alg(registry, "hash"));
  EXPECT_TRUE(register_alg(as_fake(registry), alg));
}

TEST(Register, WarnsOfUnregisteringTheUnknown) {
  Registry registry(untested());
  unregister_alg(as_fake(registry), fake_hash("hash", "hash-a"));
  EXPECT_NE(registry.log_text().find("not registered"), std::string::npos);
}

TEST(Register, SkipsWithoutLarvalRegisterOrThreadButTells) {
  Registry registry(untested());
  ASSERT_TRUE(register_alg(as_fake(registry), fake_hash("hash", "hash-a")));
  EXPECT_EQ(registry.counter(Counter::larvals_created), 0);
  EXPECT_EQ(registry.counter(Counter::threads_created), 0);
  EXPECT_EQ(registry.counter(Counter::loaded_events, kFake), 1);
  EXPECT_EQ(registry.counter(Counter::notifications, kFake), 1);
  EXPECT_NE(proc_crypto(registry).find("selftest     : passed\n"
                                       "teststate    : skipped\n"),
            std::string::npos);
}

TEST(Register, NeverTestsInternalAlgorithms) {
  Registry registry(fake_module());
  const auto alg = fake_hash("__hash", "__hash-a");
  alg->flags |= kAlgInternal;
  ASSERT_TRUE(register_alg(as_fake(registry), alg));
  EXPECT_EQ(alg->registration.decision.reason, Reason::internal);
  EXPECT_EQ(registry.counter(Counter::larvals_created), 0);
}

TEST(Result, OfAnUnknownDriverIsLoggedAndIgnored) {
  Registry registry(untested());
  alg_tested(as_fake(registry), "stranger", 0);
  EXPECT_NE(registry.log_text().find("Unexpected test result"),
            std::string::npos);
}

// The index must give what the kernel's scan of the list would.
const Alg* scan(const Table& table, std::string_view name) {
  const Alg* best = nullptr;
  for (const auto& alg : table.list()) {
    if (is_moribund(*alg)) {
      continue;
    }
    if (alg->driver_name == name) {
      return alg.get();
    }
    if (alg->name == name &&
        alg->priority > (best == nullptr ? -2 : best->priority)) {
      best = alg.get();
    }
  }
  return best;
}

TEST(Table, FindsWhatAScanFinds) {
  std::mt19937 random(1);
  Table table;
  std::vector<std::shared_ptr<Alg>> linked;
  for (int step = 0; step < 2000; ++step) {
    if (linked.size() > 20 || (step % 3 == 2 && !linked.empty())) {
      std::swap(linked[random() % linked.size()], linked.back());
      const std::unique_ptr<Entry> taken(table.unlink(*linked.back()));
      EXPECT_NE(taken, nullptr);
      linked.pop_back();
    } else {
      linked.push_back(fake_hash("n" + std::to_string(random() % 4),
                                 "d" + std::to_string(random() % 8),
                                 static_cast<int>(random() % 3)));
      if (random() % 5 == 0) {
        linked.back()->flags |= kAlgDead;
      }
      table.link(std::make_unique<Entry>(linked.back()));
    }
    for (const char* name : {"n0", "n1", "n2", "n3", "d0", "d3", "d7"}) {
      const Entry* found = table.find(name, 0, 0);
      ASSERT_EQ(found == nullptr ? nullptr : found->alg.get(),
                scan(table, name))
          << step;
    }
  }
}

TEST(Table, PrefersPriorityThenTheNewest) {
  Registry registry(untested());
  const Context context = as_fake(registry);
  for (const auto& [driver, priority] :
       std::vector<std::pair<const char*, int>>{
           {"hash-a", 100}, {"hash-b", 200}, {"hash-c", 200}, {"hash-d", 50}}) {
    ASSERT_TRUE(register_alg(context, fake_hash("hash", driver, priority)));
  }
  EXPECT_EQ((*alg_mod_lookup(context, "hash", 0, 0))->driver_name, "hash-c");
  EXPECT_EQ((*alg_mod_lookup(context, "hash-d", 0, 0))->driver_name, "hash-d");
}

}  // namespace
}  // namespace crypto
