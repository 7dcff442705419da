#include "crypto/boot.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "crypto/hash.h"
#include "testing.h"

namespace crypto {
namespace {

// Rows that pass in every build, in place of those that may be compiled out.
constexpr AlgTest kHashRows[] = {{"sha224", testing::passes, true, {}},
                                 {"sha256", testing::passes, true, {}},
                                 {"hmac(sha256)", testing::passes, true, {}}};
constexpr std::span<const AlgTest> kHashTests = kHashRows;

constexpr std::string_view kUser = "user";
constexpr std::int64_t kUserVectors = 5;

// A module that tests itself with a keyed hash, as a KDF does.
tl::expected<void, Errno> user_init(const ModuleContext& context) {
  if (context.decision().outcome == Outcome::skip) {
    return {};
  }
  context.selftest_begin(kUser);
  auto tfm = alloc_shash(context, "hmac(sha256)");
  for (std::int64_t i = 0; tfm && i < kUserVectors; ++i) {
    context.selftest_vector(kUser);
  }
  context.selftest_end(kUser, tfm ? 0 : ENOMEM, code_of(tfm));
  if (!tfm) {
    return fail(ENOMEM);
  }
  return {};
}

constexpr std::string_view kImages[] = {"test"};
constexpr ImageInfo kImageInfos[] = {{.name = "test"}};

/// How the image is built: the modules' constants.
struct Build {
  bool tests_disabled = false;
  bool user_compiled = true;
};

/// The real modules of the reference image with the user in place of those
/// that test themselves.
std::vector<ModuleInfo> modules_of(const Build& build) {
  std::vector<ModuleInfo> modules;
  for (ModuleInfo module : init_table().modules) {
    const bool is_meant =
        std::ranges::find(module.images, "reference") != module.images.end() &&
        !module.tests_itself;
    if (!is_meant) {
      continue;
    }
    module.images = kImages;
    module.selftests_compiled = !build.tests_disabled;
    module.disable_tests_override = "inherit";
    module.selftests = build.tests_disabled ? nullptr : &kHashTests;
    modules.push_back(module);
  }
  ModuleInfo user;
  user.name = kUser;
  user.init_name = "user_init";
  user.init = user_init;
  user.images = kImages;
  user.selftests_compiled = build.user_compiled;
  user.disable_tests_override = build.user_compiled == build.tests_disabled
                                    ? (build.user_compiled ? "OFF" : "ON")
                                    : "inherit";
  user.tests_itself = true;
  modules.push_back(user);
  return modules;
}

/// A boot of that image.
struct Booted {
  Booted(const Build& build, std::vector<std::string_view> words)
      : modules(modules_of(build)),
        table{modules, kImageInfos, build.tests_disabled},
        boot(std::move(*Boot::prepare(
            table, {.image = "test", .words = std::move(words)}))),
        status(boot->run()) {}

  [[nodiscard]] Registry& registry() { return boot->registry(); }
  [[nodiscard]] std::int64_t in_user(Counter counter) {
    return registry().counter(counter, std::nullopt,
                              registry().module_id(kUser));
  }
  [[nodiscard]] const ModuleRecord& user() const {
    return boot->modules().back();
  }
  [[nodiscard]] std::string text() const {
    std::ostringstream out;
    boot->print(out, true);
    return out.str();
  }

  std::vector<ModuleInfo> modules;
  InitTable table;
  std::unique_ptr<Boot> boot;
  BootStatus status;
};

struct Golden {
  const char* name;
  Build build;
  std::vector<std::string_view> words;
  std::int64_t requests;
  std::int64_t probes;
  std::int64_t tests;
  std::int64_t vectors;
  std::int64_t loaded;
  std::int64_t larvals_of_boot;
};

// For the names of cases: gtest would print padding and addresses.
// NOLINTNEXTLINE(readability-identifier-naming)
void PrintTo(const Golden& golden, std::ostream* out) { *out << golden.name; }

// What the golden values do not know of: further requests that load what this
// build has loadable, one for a template, two for an algorithm.
std::int64_t loads_of(const Boot& boot) {
  return (boot.is_loadable("hmac") ? 1 : 0) +
         (boot.is_loadable("sha256_generic") ? 2 : 0);
}

class GoldenValues : public ::testing::TestWithParam<Golden> {};

// What one module that tests itself causes, summed over modules.
TEST_P(GoldenValues, AreThoseSpecified) {
  const Golden& golden = GetParam();
  Booted booted(golden.build, golden.words);
  Registry& registry = booted.registry();
  const ModuleId user = registry.module_id(kUser);
  ASSERT_EQ(booted.status, BootStatus::booted);
  EXPECT_EQ(
      booted.in_user(Counter::module_requests),
      golden.requests == 0 ? 0 : golden.requests + loads_of(*booted.boot));
  EXPECT_EQ(booted.in_user(Counter::request_larvals_created), golden.probes);
  EXPECT_EQ(booted.in_user(Counter::probe_threads_created), golden.probes);
  EXPECT_EQ(booted.in_user(Counter::larvals_started), golden.tests);
  EXPECT_EQ(booted.in_user(Counter::threads_created), golden.tests);
  const auto notified = [&](std::size_t message) {
    std::int64_t sum = 0;
    for (std::size_t verdict = 0; verdict < 3; ++verdict) {
      sum += registry.counter_label(Counter::notifications,
                                    message * 3 + verdict, std::nullopt, user);
    }
    return sum;
  };
  EXPECT_EQ(notified(0), golden.probes);
  EXPECT_EQ(notified(1), golden.tests);
  EXPECT_EQ(notified(2), golden.loaded);
  EXPECT_EQ(booted.in_user(Counter::selftests_executed) -
                registry.counter(Counter::selftests_executed, user),
            golden.tests);
  EXPECT_EQ(registry.counter(Counter::selftest_vectors, user), golden.vectors);
  EXPECT_EQ(booted.in_user(Counter::loaded_events), golden.loaded);
  EXPECT_EQ(registry.counter(Counter::larvals_created), golden.larvals_of_boot);
  EXPECT_EQ(registry.leaks_text(), "");
  EXPECT_EQ(registry.counter(Counter::larvals_live), 0);
  EXPECT_EQ(registry.counter(Counter::threads_live), 0);
}

INSTANTIATE_TEST_SUITE_P(
    Cells, GoldenValues,
    ::testing::Values(
        Golden{"default", {}, {}, 2, 1, 2, 5, 2, 3},
        Golden{"fips", {}, {"fips=1"}, 2, 1, 2, 5, 2, 3},
        Golden{"notests", {}, {"cryptomgr.notests=1"}, 0, 0, 0, 0, 0, 0},
        Golden{"disabled", {true, false}, {}, 0, 0, 0, 0, 0, 0},
        Golden{"user_notests", {}, {"user.notests=1"}, 0, 0, 0, 0, 0, 2},
        Golden{"user_disabled", {false, false}, {}, 0, 0, 0, 0, 0, 2},
        Golden{"user_forced",
               {},
               {"cryptomgr.notests", "user.notests=0"},
               2,
               1,
               0,
               5,
               1,
               0},
        Golden{"user_compiled", {true, true}, {}, 2, 1, 0, 5, 1, 0}),
    [](const auto& param) { return std::string(param.param.name); });

TEST(Boot, RefusesAltogetherUnderFipsWithoutTests) {
  Booted booted({true, true}, {"fips=1", "user.notests=0"});
  EXPECT_EQ(booted.status, BootStatus::refused);
  EXPECT_EQ(booted.user().decision.reason, Reason::fips_unavailable);
  EXPECT_EQ(booted.user().result, EOPNOTSUPP);
  const std::string text = booted.text();
  EXPECT_NE(text.find("boot refused: fips-unavailable\n"), std::string::npos);
  EXPECT_NE(text.find("user init=user_init level=module result=-95 "
                      "decision=refuse reason=fips-unavailable state=none\n"),
            std::string::npos);
  EXPECT_TRUE(text.ends_with("== done refused\n"));
  // Both overrides of the user are void.
  EXPECT_EQ(booted.registry().counter(Counter::config_ineffective), 2);
  EXPECT_EQ(booted.registry().counter(Counter::lookups), 0);
}

TEST(Boot, RefusesAModuleUnderFipsThatCannotBeTested) {
  Booted booted({false, false}, {"fips=1"});
  EXPECT_EQ(booted.status, BootStatus::booted);
  EXPECT_EQ(booted.user().result, EOPNOTSUPP);
  const std::string text = booted.text();
  EXPECT_NE(text.find("module user refused: fips-module-compiled-out\n"),
            std::string::npos);
  EXPECT_NE(text.find("initcall user_init returned -95 "), std::string::npos);
}

TEST(Boot, CallsNoBlacklistedInit) {
  Booted booted({}, {"initcall_blacklist=other,user_init"});
  EXPECT_EQ(booted.user().result, EPERM);
  EXPECT_EQ(booted.in_user(Counter::lookups), 0);
}

TEST(Boot, OrdersItsEvents) {
  Booted booted({}, {});
  const std::string events = booted.registry().events_text();
  std::size_t at = 0;
  for (const char* next :
       {"module-request-begin name=crypto-hmac(sha256) ",
        "module-request-begin name=crypto-hmac(sha256)-all ",
        "larval-create name=hmac(sha256) module=user",
        "notify-begin name=hmac(sha256) module=user scope=user what=REQUEST",
        "thread-spawn name=cryptomgr_probe",
        "lookup-begin name=sha256 module=user",
        "larval-start name=sha256-generic", "what=REGISTER",
        "thread-spawn name=cryptomgr_test", "tested-set name=sha256-generic",
        "loaded name=sha256-generic", "larval-create name=hmac(sha256-generic)",
        "tested-set name=hmac(sha256-generic)",
        "loaded name=hmac(sha256-generic)", "test-end name=user"}) {
    at = events.find(next, at);
    ASSERT_NE(at, std::string::npos) << next;
  }
}

TEST(Boot, SaysWhatIsUsableTheSameForBothKindsOfSkip) {
  const auto proc = [](const Booted& booted) {
    const std::string text = booted.text();
    const std::size_t begin = text.find("== proc-crypto");
    return text.substr(begin, text.find("== modules") - begin);
  };
  EXPECT_EQ(proc(Booted({true, false}, {})),
            proc(Booted({}, {"cryptomgr.notests=1"})));
}

// The real image with the command line that heed gives each cell.
TEST(Boot, OfTheCellIsAtRestAndCountsWhatItDecided) {
  const char* cell = std::getenv("HEED_CMDLINE");
  const std::string line = cell == nullptr ? "" : cell;
  std::istringstream in(line);
  const std::vector<std::string> words{std::istream_iterator<std::string>(in),
                                       {}};
  auto boot = Boot::prepare(
      init_table(),
      {.image = "two-drivers", .words = {words.begin(), words.end()}});
  ASSERT_TRUE(boot);
  const BootStatus status = (*boot)->run();
  Registry& registry = (*boot)->registry();
  EXPECT_EQ(registry.leaks_text(), "");
  const auto& decided = counter_row(Counter::selftest_decisions).labels;
  std::int64_t runs = 0;
  for (std::size_t i = 0; i < decided.size(); ++i) {
    if (decided[i].starts_with("outcome=\"run\"")) {
      runs += registry.counter_label(Counter::selftest_decisions, i);
    }
  }
  EXPECT_EQ(registry.counter(Counter::selftests_executed), runs);
  if (status == BootStatus::refused) {
    EXPECT_EQ(registry.counter(Counter::registrations), 0);
  } else {
    EXPECT_EQ(status, BootStatus::booted);
  }
}

class Console : public ::testing::Test {
 protected:
  Console() { EXPECT_EQ(boot_->run(), BootStatus::booted); }

  std::vector<ModuleInfo> modules_ = modules_of({});
  InitTable table_{modules_, kImageInfos, false};
  std::ostringstream console_;
  std::unique_ptr<Boot> boot_ = *Boot::prepare(
      table_, {.image = "test", .words = {}, .console = &console_});
};

TEST_F(Console, GetsWhatPrintWouldPrint) {
  // Printing locks, so that the events of a second one differ.
  boot_->print_rest(false);
  std::ostringstream whole;
  boot_->print(whole, false);
  EXPECT_EQ(console_.str(), whole.str());
}

TEST_F(Console, HearsOfEachLineAtOnceUntilItIsComplete) {
  EXPECT_NE(console_.str().find("initcall user_init returned 0 "),
            std::string::npos);
  EXPECT_EQ(console_.str().find("== end log"), std::string::npos);
  boot_->print_rest(true);
  boot_->registry().log("too late");
  EXPECT_EQ(console_.str().find("too late"), std::string::npos);
}

TEST(Parameters, AreReadAsTheKernelReadsThem) {
  const auto modules = modules_of({});
  std::vector<const ModuleInfo*> pointers;
  for (const ModuleInfo& module : modules) {
    pointers.push_back(&module);
  }
  const auto parse = [&](std::vector<std::string_view> words) {
    return parse_parameters(words, pointers);
  };
  EXPECT_TRUE(parse({"cryptomgr.notests"}).notests);
  EXPECT_FALSE(parse({"cryptomgr.notests=1", "cryptomgr.notests=0"}).notests);
  EXPECT_TRUE(parse({"fips=0", "fips=1"}).fips);
  EXPECT_EQ(parse({"sha256-generic.notests=1"}).module_notests[1], true);
  EXPECT_EQ(parse({}).module_notests[1], std::nullopt);
  const auto strange = parse({"quiet", "ghost.notests=1", "fips=maybe"});
  EXPECT_EQ(strange.ignored, (std::vector<std::string_view>{
                                 "quiet", "ghost.notests=1", "fips=maybe"}));
  EXPECT_EQ(strange.foreign, (std::vector<std::string_view>{"ghost"}));
}

TEST(Boot, KnowsNoOtherImage) {
  EXPECT_FALSE(Boot::prepare(init_table(), {.image = "nosuch", .words = {}}));
}

}  // namespace
}  // namespace crypto
