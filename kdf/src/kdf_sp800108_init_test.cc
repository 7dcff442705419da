#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "crypto/module.h"
#include "fake_hash.h"
#include "test_support.h"

namespace crypto {
namespace {

/// What the module's init did in this cell, against its stored decision.
class Init : public ImageTest {
 protected:
  static std::int64_t counted(Counter counter) {
    return image_under_test().counted(counter);
  }
  /// Without those of the algorithms that it had tested.
  static std::int64_t own_vectors() {
    Registry& registry = image_under_test().registry();
    return registry.counter(Counter::selftest_vectors,
                            registry.module_id("kdf_sp800108"));
  }
  static Outcome outcome() { return image_under_test().kdf().decision.outcome; }
};

TEST_F(Init, ExecutesEveryVectorIffItMayRun) {
  const bool runs = outcome() == Outcome::run;
  EXPECT_EQ(runs ? 5 : 0, own_vectors());
  EXPECT_EQ(runs ? 5 : 0, counted(Counter::kdf_calls));
  EXPECT_EQ(runs ? 11 : 0, counted(Counter::kdf_blocks));
  EXPECT_EQ(runs ? 13 : 0, counted(Counter::kdf_macs));
  EXPECT_EQ(runs ? 308 : 0, counted(Counter::kdf_bytes));
}

TEST_F(Init, SetsNothingInMotionUnlessItMayRun) {
  const bool runs = outcome() == Outcome::run;
  EXPECT_EQ(runs ? 2 + image_under_test().loads() : 0,
            counted(Counter::module_requests));
  EXPECT_EQ(runs ? 1 : 0, counted(Counter::request_larvals_created));
  EXPECT_EQ(runs ? 1 : 0, counted(Counter::probe_threads_created));
  EXPECT_EQ(runs, counted(Counter::handles_allocated) > 0);
  if (!runs) {
    EXPECT_EQ(0, counted(Counter::selftest_vectors));
    EXPECT_EQ(0, counted(Counter::larvals_created));
    EXPECT_EQ(0, counted(Counter::larvals_started));
    EXPECT_EQ(0, counted(Counter::threads_created));
    EXPECT_EQ(0, counted(Counter::notifications));
    EXPECT_EQ(0, counted(Counter::loaded_events));
    EXPECT_EQ(0, counted(Counter::hash_blocks));
  }
}

TEST_F(Init, SucceedsUnlessRefused) {
  EXPECT_EQ(outcome() == Outcome::refuse ? EOPNOTSUPP : 0,
            image_under_test().kdf().result);
}

TEST_F(Init, SaysThatItPassedUnderFipsOnly) {
  Registry& registry = image_under_test().registry();
  const std::string log = registry.log_text();
  const bool is_logged =
      log.find("alg: self-tests for CTR-KDF (hmac(sha256)) passed") !=
      std::string::npos;
  EXPECT_EQ(outcome() == Outcome::run && registry.fips(), is_logged);
  EXPECT_EQ(std::string::npos, log.find("CTR-KDF (hmac(sha256)) failed"));
}

/// The init on a registry of its own, with a decision of our choice. Where no
/// self-test is compiled it has nothing to do, whatever it is told.
class InitAlone : public testing::Test {
 protected:
  [[nodiscard]] static const ModuleInfo& row() {
    return *std::ranges::find(init_table().modules, "kdf_sp800108",
                              &ModuleInfo::name);
  }

  void make_registry(bool fips) {
    ModuleSettings settings;
    settings.name = "kdf_sp800108";
    settings.selftests_compiled = true;
    RegistryOptions options;
    options.modules = {settings};
    options.fips = fips;
    options.has_manager = false;
    options.event_capacity = 256;
    registry_ = std::make_unique<Registry>(std::move(options));
  }
  [[nodiscard]] Context context() const { return Context(*registry_, 1, 1); }
  void add_wrong_hmac() const {
    ASSERT_TRUE(register_alg(
        context(), std::make_shared<FakeHash>(32, true, "hmac(sha256)")));
  }
  [[nodiscard]] int run(Outcome outcome) const {
    Decision decision;
    decision.outcome = outcome;
    return code_of(row().init(ModuleContext(context(), decision)));
  }
  [[nodiscard]] bool has_logged(std::string_view text) const {
    return registry_->log_text().find(text) != std::string::npos;
  }

  const bool compiled_ = row().selftests_compiled;
  std::unique_ptr<Registry> registry_;
};

TEST_F(InitAlone, FailsWithAWarningOnAWrongAnswer) {
  make_registry(false);
  add_wrong_hmac();
  EXPECT_EQ(compiled_ ? EINVAL : 0, run(Outcome::run));
  EXPECT_EQ(compiled_,
            has_logged("alg: self-tests for CTR-KDF (hmac(sha256)) failed "
                       "(rc=-22)"));
  EXPECT_FALSE(registry_->is_panicked());
  EXPECT_EQ(compiled_ ? 1 : 0, registry_->counter(Counter::selftest_vectors));
}

TEST_F(InitAlone, PanicsOnAWrongAnswerUnderFips) {
  make_registry(true);
  add_wrong_hmac();
  EXPECT_EQ(compiled_ ? EINVAL : 0, run(Outcome::run));
  EXPECT_EQ(compiled_, registry_->is_panicked());
  EXPECT_EQ(compiled_, has_logged("Kernel panic - not syncing: "));
}

TEST_F(InitAlone, HidesWhyItGotNoHandleButRecordsIt) {
  make_registry(false);
  EXPECT_EQ(compiled_ ? ENOMEM : 0, run(Outcome::run));
  EXPECT_EQ(compiled_, has_logged("failed (rc=-12)"));
  EXPECT_EQ(0, registry_->counter(Counter::selftest_vectors));
  const std::string events = registry_->events_text();
  EXPECT_EQ(compiled_, events.find("hidden-cause") != std::string::npos)
      << events;
}

TEST_F(InitAlone, DoesNothingWhenItMustNotRun) {
  for (const Outcome outcome : {Outcome::skip, Outcome::refuse}) {
    make_registry(false);
    add_wrong_hmac();
    const auto lookups = registry_->counter(Counter::lookups);
    EXPECT_EQ(0, run(outcome));
    EXPECT_EQ(lookups, registry_->counter(Counter::lookups));
    EXPECT_EQ(0, registry_->counter(Counter::handles_allocated));
    EXPECT_EQ(0, registry_->counter(Counter::selftest_vectors));
    EXPECT_FALSE(has_logged("CTR-KDF"));
  }
}

}  // namespace
}  // namespace crypto
