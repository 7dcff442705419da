#include "crypto/testmgr.h"

#include <atomic>
#include <map>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "testing.h"

namespace crypto {
namespace {

using testing::as_fake;
using testing::fake_hash;
using testing::fake_module;

struct Cell {
  bool selftests_compiled;
  bool tests_disabled;
  bool fips;
  bool notests;
  std::optional<bool> module_notests;
};

// The 72 cells of one module.
std::vector<Cell> cells() {
  std::vector<Cell> all;
  const std::optional<bool> unset;
  for (const bool disabled : {false, true}) {
    for (const auto compiled : {std::optional(!disabled), std::optional(true),
                                std::optional(false)}) {
      for (const bool notests : {false, true}) {
        for (const auto own :
             {unset, std::optional(false), std::optional(true)}) {
          for (const bool fips : {false, true}) {
            all.push_back({*compiled, disabled, fips, notests, own});
          }
        }
      }
    }
  }
  return all;
}

Decision decide(const Cell& cell) {
  return resolve_decision(cell.selftests_compiled, cell.tests_disabled,
                          cell.fips, cell.notests, cell.module_notests);
}

TEST(Decision, CountsOfThe72CellsAreThoseSpecified) {
  std::map<std::string, int> counts;
  for (const Cell& cell : cells()) {
    const Decision decision = decide(cell);
    ++counts[std::string(to_string(decision.outcome)) + ' ' +
             std::string(to_string(decision.reason))];
  }
  const std::map<std::string, int> expected = {
      {"run fips", 12},
      {"run module-runtime", 6},
      {"run default", 3},
      {"skip compiled-out", 18},
      {"skip module-runtime", 6},
      {"skip global-runtime", 3},
      {"refuse fips-unavailable", 18},
      {"refuse fips-module-compiled-out", 6}};
  EXPECT_EQ(counts, expected);
}

TEST(Decision, KeepsTheValuesItWasMadeFrom) {
  for (const Cell& cell : cells()) {
    const Decision decision = decide(cell);
    EXPECT_EQ(decision.fips, cell.fips);
    EXPECT_EQ(decision.notests, cell.notests);
    EXPECT_EQ(decision.module_notests, cell.module_notests);
    EXPECT_EQ(decision.selftests_compiled, cell.selftests_compiled);
  }
}

TEST(Decision, IsOneSampleOfASettingThatChanges) {
  static constexpr AlgTest kRows[] = {{"hash", testing::passes, true, {}}};
  Registry registry(fake_module(kRows));
  register_manager(Context(registry));
  std::jthread writer([&registry](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      registry.set_notests(!registry.notests());
    }
  });
  for (int i = 0; i < 200; ++i) {
    const auto alg = fake_hash("hash", "hash-" + std::to_string(i));
    ASSERT_TRUE(register_alg(as_fake(registry), alg));
    const Decision& stored = alg->registration.decision;
    EXPECT_EQ(stored,
              resolve_decision(stored.selftests_compiled, false, stored.fips,
                               stored.notests, stored.module_notests));
  }
  writer.request_stop();
  writer.join();
  EXPECT_TRUE(registry.wait_quiescent(std::chrono::seconds(30)));
  EXPECT_EQ(registry.counter(Counter::loaded_events), 200);
  EXPECT_EQ(registry.counter(Counter::selftest_decisions), 200);
}

TEST(TestHash, FindsAWrongAnswer) {
  using std::literals::operator""sv;
  static constexpr HashVector kVectors[] = {
      {.key = {}, .input = "ab", .digest = "\xc3\0\0\0"sv},
      {.key = {}, .input = "b", .digest = "\x63\0\0\0"sv}};
  static constexpr AlgTest kRows[] = {{"hash", test_hash, true, kVectors}};
  Registry registry(fake_module(kRows));
  register_manager(Context(registry));
  const auto alg = fake_hash("hash", "hash-a");
  ASSERT_TRUE(register_alg(as_fake(registry), alg));
  EXPECT_TRUE(registry.wait_quiescent(std::chrono::seconds(10)));
  EXPECT_EQ(alg->registration.state, SelftestState::failed);
  EXPECT_EQ(alg->registration.state_code, EINVAL);
  EXPECT_EQ(registry.counter(Counter::selftest_vectors), 2);
}

}  // namespace
}  // namespace crypto
