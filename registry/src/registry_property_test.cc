#include <algorithm>
#include <cstdlib>
#include <random>
#include <sstream>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "crypto/boot.h"
#include "crypto/proc.h"
#include "internal.h"
#include "registry_model.h"
#include "testing.h"

namespace crypto {
namespace {

using namespace std::chrono_literals;
using testing::fake_hash;
using testing::Model;

// The same cases each time, and few unless HEED_PROPERTY_CASES says how many;
// RC_PARAMS overrides all.
class Property : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    const char* cases = std::getenv("HEED_PROPERTY_CASES");
    const std::string parameters =
        std::string("seed=1 max_size=60 max_success=") +
        (cases == nullptr ? "150" : cases);
    ::setenv("RC_PARAMS", parameters.c_str(), 0);
  }
};

// Three modules, by what becomes of their algorithms' tests.
constexpr ModuleId kUntested = 1;
constexpr ModuleId kPassing = 2;
constexpr ModuleId kFailing = 3;
constexpr std::string_view kNames[] = {"a", "b", "c"};
constexpr std::string_view kDrivers[] = {"a-1", "a-2",  "b-1", "c-1",
                                         "a",   "w(a)", ""};
constexpr std::string_view kLookups[] = {
    "a",    "b",     "c",      "a-1",     "a-2",       "m",
    "w(a)", "w(b)",  "w(a-1)", "w(w(a))", "w(w(a-2))", "w(m)",
    "no",   "w(no)", "w(",     "x(a)",    "w(w(b-1))", "w(a-2)"};

constexpr AlgTest kPasses[] = {{"a", testing::passes, true, {}},
                               {"b", testing::passes, true, {}},
                               {"c", testing::passes, true, {}},
                               {"m", testing::passes, true, {}}};
constexpr AlgTest kFails[] = {{"a", testing::fails, true, {}},
                              {"b", testing::fails, true, {}},
                              {"c", testing::fails, true, {}}};

/// The registry as the model sees it: each step ends with all tests over.
class Subject {
 public:
  Subject() : registry_(options()) {
    register_manager(Context(registry_));
    tmpl_->name = "w";
    tmpl_->create = testing::create_wrapper;
  }

  int register_alg(const std::string& name, const std::string& driver,
                   int priority, ModuleId module) {
    const auto alg = fake_hash(name, driver, priority);
    const int code =
        code_of(crypto::register_alg(Context(registry_, module, module), alg));
    settle();
    if (code == 0) {
      algs_.push_back(alg);
    }
    return code;
  }
  bool unregister_alg(const std::string& driver) {
    const auto alg = std::ranges::find(algs_, driver, &Alg::driver_name);
    if (alg == algs_.end()) {
      return false;
    }
    crypto::unregister_alg(Context(registry_), *alg);
    algs_.erase(alg);
    return true;
  }
  int register_template() {
    return code_of(crypto::register_template(
        Context(registry_, kUntested, kUntested), tmpl_));
  }
  void unregister_template() {
    crypto::unregister_template(Context(registry_), tmpl_);
  }
  Model::Found lookup(std::string_view name) {
    const auto found = find_alg(Context(registry_), name, 0, 0);
    settle();
    return {code_of(found), found ? (*found)->driver_name : std::string()};
  }
  [[nodiscard]] std::vector<std::string> table() const {
    std::vector<std::string> lines;
    const ReadLock lock(registry_.impl().lock);
    for (const auto& alg : registry_.impl().table.list()) {
      lines.push_back(alg->name + ' ' + alg->driver_name + ' ' +
                      std::to_string(alg->priority) +
                      ((alg->flags & kAlgTested) != 0 ? " usable" : " failed"));
    }
    return lines;
  }

 private:
  static RegistryOptions options() {
    RegistryOptions options;
    options.modules = {{.name = "untested",
                        .selftests_compiled = false,
                        .notests = std::nullopt,
                        .selftests = {}},
                       {.name = "passing",
                        .selftests_compiled = true,
                        .notests = std::nullopt,
                        .selftests = kPasses},
                       {.name = "failing",
                        .selftests_compiled = true,
                        .notests = std::nullopt,
                        .selftests = kFails}};
    options.load_module = [](const Context& context, std::string_view name) {
      return name == "crypto-m" &&
             crypto::register_alg(context.owned_by(kPassing),
                                  fake_hash("m", "m-module", 1))
                 .has_value();
    };
    return options;
  }
  void settle() { RC_ASSERT(registry_.wait_quiescent(10s)); }

  std::shared_ptr<Template> tmpl_ = std::make_shared<Template>();
  std::vector<std::shared_ptr<Alg>> algs_;
  Registry registry_;
};

Model::SelfTest selftest_of(ModuleId module) {
  return module == kUntested  ? Model::SelfTest::none
         : module == kPassing ? Model::SelfTest::passes
                              : Model::SelfTest::fails;
}

template <typename T, std::size_t n>
std::string pick(const T (&items)[n]) {
  return std::string(items[*rc::gen::inRange<std::size_t>(0, n)]);
}

void register_both(Model& model, Subject& subject) {
  const std::string name = pick(kNames);
  const std::string driver = pick(kDrivers);
  const int priority = *rc::gen::inRange(-1, 4);
  const auto module =
      static_cast<ModuleId>(*rc::gen::inRange<int>(kUntested, kFailing + 1));
  RC_ASSERT(subject.register_alg(name, driver, priority, module) ==
            model.register_alg(name, driver, priority, selftest_of(module)));
}

void step(Model& model, Subject& subject) {
  const int kind = *rc::gen::inRange(0, 12);
  if (kind < 4) {
    register_both(model, subject);
  } else if (kind < 6) {
    const std::string driver = pick(kDrivers);
    if (subject.unregister_alg(driver)) {
      RC_ASSERT(model.unregister_alg(driver));
    }
  } else if (kind == 6) {
    RC_ASSERT(subject.register_template() == model.register_template());
  } else if (kind == 7 && *rc::gen::inRange(0, 4) == 0) {
    subject.unregister_template();
    model.unregister_template();
  } else {
    const std::string name = pick(kLookups);
    const Model::Found found = subject.lookup(name);
    const Model::Found expected = model.lookup(name);
    RC_LOG() << name << ": " << found.code << ' ' << found.driver << " for "
             << expected.code << ' ' << expected.driver << '\n';
    RC_ASSERT(found == expected);
  }
  RC_ASSERT(subject.table() == model.table());
}

TEST_F(Property, AnySequenceDoesWhatTheRulesSay) {
  EXPECT_TRUE(rc::check("any sequence does what the rules say", [] {
    Model model("w");
    model.add_module("m");
    Subject subject;
    const int steps = *rc::gen::inRange(1, 40);
    for (int i = 0; i < steps; ++i) {
      step(model, subject);
    }
  }));
}

/// /proc/crypto without its order: the entries, sorted.
std::vector<std::string> entries_of(const Registry& registry) {
  std::vector<std::string> entries;
  std::istringstream text(proc_crypto(registry));
  std::string entry;
  for (std::string line; std::getline(text, line);) {
    entry += line + '\n';
    if (line.empty()) {
      entries.push_back(std::exchange(entry, {}));
    }
  }
  std::ranges::sort(entries);
  return entries;
}

std::vector<std::string> booted(const InitTable& table) {
  auto boot = Boot::prepare(table, {.image = "reference", .words = {}});
  EXPECT_TRUE(boot);
  EXPECT_EQ((*boot)->run(), BootStatus::booted);
  return entries_of((*boot)->registry());
}

// Within their level, as the linker might have put them.
TEST_F(Property, InitcallsMayRunInAnyOrderWithinTheirLevel) {
  const InitTable& real = init_table();
  std::vector<ModuleInfo> modules(real.modules.begin(), real.modules.end());
  const auto expected = booted({.modules = modules,
                                .images = real.images,
                                .tests_disabled = real.tests_disabled});
  EXPECT_GE(expected.size(), 2U);
  std::mt19937 random(1);
  for (int i = 0; i < 24; ++i) {
    std::ranges::shuffle(modules, random);
    std::ranges::stable_sort(modules, {}, &ModuleInfo::level);
    EXPECT_EQ(booted({.modules = modules,
                      .images = real.images,
                      .tests_disabled = real.tests_disabled}),
              expected)
        << i;
  }
}

// Every order of five drivers, with an instance on top asked for in between.
TEST_F(Property, RegistrationsMayComeInAnyOrder) {
  std::vector<int> order{1, 2, 3, 4, 5};
  std::vector<std::string> expected;
  do {
    Subject subject;
    EXPECT_EQ(subject.register_template(), 0);
    for (const int priority : order) {
      const ModuleId module = priority == 5 ? kFailing : kPassing;
      EXPECT_EQ(subject.register_alg("a", "a-" + std::to_string(priority),
                                     priority, module),
                0);
      // Until something usable is there, an error.
      subject.lookup("w(a)");
    }
    EXPECT_EQ(subject.lookup("w(a)"), (Model::Found{0, "w(a-4)"}));
    auto table = subject.table();
    std::ranges::sort(table);
    if (expected.empty()) {
      expected = table;
    }
    ASSERT_EQ(table, expected);
  } while (std::ranges::next_permutation(order).found);
}

}  // namespace
}  // namespace crypto
