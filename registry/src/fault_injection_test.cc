#include <array>
#include <atomic>

#include <gtest/gtest.h>

#include "crypto/api.h"
#include "internal.h"
#include "testing.h"

namespace crypto {
namespace {

using namespace std::chrono_literals;
using testing::as_fake;
using testing::fake_hash;
using testing::fake_module;

constexpr int kVectors = 5;

// FakeHash sums bytes: what it answers, byte by byte.
constexpr std::string_view kSum{"\x02\0\0\0", 4};
constexpr std::string_view kWrong{"\x03\0\0\0", 4};

/// The vectors of `hash`, one of them wrong; -1 for none.
std::array<HashVector, kVectors> vectors(int wrong) {
  std::array<HashVector, kVectors> rows;
  for (int i = 0; i < kVectors; ++i) {
    rows[static_cast<std::size_t>(i)] = {
        .key = {}, .input = "\x01\x01", .digest = i == wrong ? kWrong : kSum};
  }
  return rows;
}

class VectorFault : public ::testing::TestWithParam<bool> {};

TEST_P(VectorFault, AnywhereFailsTheTest) {
  for (int wrong = -1; wrong < kVectors; ++wrong) {
    const auto rows = vectors(wrong);
    const AlgTest tests[] = {{"hash", test_hash, true, rows}};
    auto options = fake_module(tests);
    options.fips = GetParam();
    Registry registry(std::move(options));
    register_manager(Context(registry));
    const auto alg = fake_hash("hash", "hash-1");
    ASSERT_TRUE(register_alg(as_fake(registry), alg));
    ASSERT_TRUE(registry.wait_quiescent(10s));
    const bool passes = wrong < 0;
    EXPECT_EQ(alg->registration.state,
              passes ? SelftestState::passed : SelftestState::failed);
    EXPECT_EQ((alg->flags & kAlgTested) != 0, passes);
    EXPECT_EQ(registry.counter(Counter::selftest_vectors),
              passes ? kVectors : wrong + 1);
    EXPECT_EQ(registry.counter(Counter::loaded_events), passes ? 1 : 0);
    EXPECT_EQ(registry.is_panicked(), GetParam() && !passes);
    EXPECT_EQ(registry.leaks_text(), "");
  }
}

INSTANTIATE_TEST_SUITE_P(WithAndWithoutFips, VectorFault, ::testing::Bool());

constexpr AlgTest kLate[] = {{"late", testing::passes, true, {}}};

// Three names, each brought by its module: the nth request is not answered.
TEST(ModuleFault, AnywhereIsEnoentThatOnceAndLeavesNothing) {
  for (int unanswered = 0; unanswered < 8; ++unanswered) {
    std::atomic<int> requests = 0;
    auto options = fake_module(kLate);
    options.load_module = [&](const Context& context, std::string_view name) {
      if (requests++ == unanswered || name.ends_with("-all")) {
        return false;
      }
      const std::string driver(name.substr(name.find('-') + 1));
      return register_alg(context.owned_by(testing::kFake),
                          fake_hash("late", driver))
          .has_value();
    };
    Registry registry(std::move(options));
    register_manager(Context(registry));
    int missing = 0;
    for (const char* driver : {"late-1", "late-2", "late-3"}) {
      const int code = code_of(find_alg(as_fake(registry), driver, 0, 0));
      EXPECT_TRUE(code == 0 || code == ENOENT) << code;
      missing += code == ENOENT ? 1 : 0;
      EXPECT_EQ(code_of(find_alg(as_fake(registry), driver, 0, 0)), 0);
    }
    // Two requests for each name; the second of a pair brings nothing.
    const bool is_needed = unanswered % 2 == 0 && unanswered < 6;
    EXPECT_EQ(missing, is_needed ? 1 : 0) << unanswered;
    EXPECT_TRUE(registry.wait_quiescent(10s));
    EXPECT_EQ(registry.leaks_text(), "");
    EXPECT_EQ(registry.counter_label(Counter::selftests_executed, 0), 3);
  }
}

// What a module registers before it fails is of no use to anybody: a load that
// says no is a name that is not there, unless it is.
TEST(ModuleFault, AfterRegisteringStillFindsWhatIsThere) {
  auto options = fake_module(kLate);
  options.load_module = [](const Context& context, std::string_view name) {
    if (name == "crypto-late") {
      EXPECT_TRUE(register_alg(context.owned_by(testing::kFake),
                               fake_hash("late", "late-1")));
    }
    return false;
  };
  Registry registry(std::move(options));
  register_manager(Context(registry));
  EXPECT_EQ(code_of(find_alg(as_fake(registry), "late", 0, 0)), 0);
}

}  // namespace
}  // namespace crypto
