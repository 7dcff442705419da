#include "testmgr_deep.h"

#include <string>

#include <gtest/gtest.h>

#include "testing.h"

namespace crypto {
namespace {

using testing::as_fake;
using testing::fails;
using testing::fake_hash;
using testing::fake_module;
using testing::passes;

/// A fake that is wrong about messages of one length, if they come in pieces.
class WrongOnce final : public ShashAlg {
 public:
  WrongOnce() {
    name = "hash";
    driver_name = "hash-wrong";
    priority = 200;
    blocksize = 64;
    digestsize = 4;
    statesize = sizeof(State);
  }
  [[nodiscard]] tl::expected<void, Errno> init(
      const ShashContext* /*context*/, HashState& state) const override {
    state.as<State>() = {};
    return {};
  }
  [[nodiscard]] tl::expected<void, Errno> update(
      const ShashContext* /*context*/, HashState& state,
      std::span<const std::byte> data) const override {
    auto& own = state.as<State>();
    own.length += static_cast<std::uint32_t>(data.size());
    for (const std::byte byte : data) {
      own.sum += std::to_integer<std::uint32_t>(byte);
    }
    return {};
  }
  [[nodiscard]] tl::expected<void, Errno> final(
      const ShashContext* /*context*/, HashState& state,
      std::span<std::byte> out) const override {
    auto& own = state.as<State>();
    own.sum += own.length == 64 ? 1 : 0;
    std::memcpy(out.data(), &own.sum, out.size());
    return {};
  }

 private:
  struct State {
    std::uint32_t sum;
    std::uint32_t length;
  };
};

constexpr AlgTest row(std::string_view name, std::string_view reference) {
  return {.name = name,
          .test = passes,
          .fips_allowed = true,
          .deep = {.test = deep_test_hash, .reference = reference}};
}

class Deep : public ::testing::Test {
 protected:
  void start(std::span<const AlgTest> rows, bool noslowtests = false) {
    RegistryOptions options = fake_module(rows);
    options.modules.front().noslowtests = noslowtests;
    registry_ = std::make_unique<Registry>(std::move(options));
    register_manager(Context(*registry_));
  }
  void add(const std::shared_ptr<Alg>& alg) {
    ASSERT_TRUE(register_alg(as_fake(*registry_), alg));
    EXPECT_TRUE(registry_->wait_quiescent(std::chrono::seconds(10)));
  }
  [[nodiscard]] std::int64_t count(DeepResult result) {
    return registry_->counter_label(Counter::selftests_deep,
                                    static_cast<std::size_t>(result));
  }

  std::unique_ptr<Registry> registry_;
};

TEST_F(Deep, ComparesWithTheReference) {
  static constexpr AlgTest kRows[] = {row("hash", "hash-generic")};
  start(kRows);
  add(fake_hash("hash", "hash-generic"));
  const auto better = fake_hash("hash", "hash-better", 200);
  add(better);
  EXPECT_EQ(better->registration.state, SelftestState::passed);
  EXPECT_EQ(count(DeepResult::passed), 2);
  EXPECT_EQ(registry_->counter(Counter::selftest_deep_cases),
            std::int64_t{2} * kDeepCases);
}

TEST_F(Deep, FindsWhatIsWrongAtOneLength) {
  static constexpr AlgTest kRows[] = {row("hash", "hash-generic")};
  start(kRows);
  add(fake_hash("hash", "hash-generic"));
  const auto wrong = std::make_shared<WrongOnce>();
  add(wrong);
  EXPECT_EQ(wrong->registration.state, SelftestState::failed);
  EXPECT_EQ(wrong->registration.state_code, EINVAL);
  EXPECT_EQ(count(DeepResult::failed), 1);
  EXPECT_NE(registry_->log_text().find(
                "alg: deep: hash-wrong differs from hash-generic (seed="),
            std::string::npos);
}

// The same cases in the same order: the log of a second boot is equal.
TEST_F(Deep, RepeatsItself) {
  static constexpr AlgTest kRows[] = {row("hash", "hash-generic")};
  std::string first;
  for (int round = 0; round < 2; ++round) {
    start(kRows);
    add(fake_hash("hash", "hash-generic"));
    add(std::make_shared<WrongOnce>());
    if (round == 0) {
      first = registry_->log_text();
    }
  }
  EXPECT_EQ(registry_->log_text(), first);
}

TEST_F(Deep, RecordsThatThereWasNothingToCompareWith) {
  static constexpr AlgTest kRows[] = {row("hash", "hash-generic")};
  start(kRows);
  const auto alone = fake_hash("hash", "hash-alone");
  add(alone);
  EXPECT_EQ(alone->registration.state, SelftestState::passed);
  EXPECT_EQ(count(DeepResult::no_reference), 1);
  EXPECT_EQ(registry_->counter(Counter::selftest_deep_cases), 0);
}

TEST_F(Deep, TakesNoReferenceThatFailed) {
  static constexpr AlgTest kRows[] = {
      {.name = "hash-generic", .test = fails, .fips_allowed = true},
      row("hash-better", "hash-generic")};
  start(kRows);
  add(fake_hash("hash", "hash-generic"));
  add(fake_hash("hash", "hash-better", 200));
  EXPECT_EQ(count(DeepResult::no_reference), 1);
}

TEST_F(Deep, IsLeftOutByNoslowtests) {
  static constexpr AlgTest kRows[] = {row("hash", "hash-generic")};
  start(kRows, true);
  const auto alg = fake_hash("hash", "hash-generic");
  add(alg);
  EXPECT_EQ(alg->registration.state, SelftestState::passed);
  EXPECT_EQ(registry_->counter(Counter::selftest_vectors), 1);
  EXPECT_EQ(count(DeepResult::noslowtests), 1);
  EXPECT_EQ(registry_->counter(Counter::selftest_deep_cases), 0);
}

TEST(DeepRow, NamesNothingWhereItIsNotCompiled) {
  EXPECT_EQ(deep_hash<false>("x").test, nullptr);
  EXPECT_EQ(deep_aead<false>("x").test, nullptr);
  EXPECT_EQ(deep_hash<true>("x").test, deep_test_hash);
  EXPECT_EQ(deep_cipher<true>("x").reference, "x");
}

}  // namespace
}  // namespace crypto
