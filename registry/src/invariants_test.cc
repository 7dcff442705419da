#include "invariants.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <random>
#include <sstream>

#include <gtest/gtest.h>

#include "crypto/proc.h"

namespace crypto {
namespace {

using testing::BootFacts;
using testing::broken_invariants;
using testing::facts_of;

/// The command line that heed gives the cell.
std::vector<std::string> cell_words() {
  const char* cell = std::getenv("HEED_CMDLINE");
  std::istringstream in(cell == nullptr ? "" : cell);
  return {std::istream_iterator<std::string>(in), {}};
}

struct BootOutcome {
  BootFacts facts;
  std::string proc;
};

// Whatever the order of its entries.
std::string sorted_entries(const std::string& proc) {
  std::vector<std::string> entries;
  std::string entry;
  std::istringstream text(proc);
  for (std::string line; std::getline(text, line);) {
    entry += line + '\n';
    if (line.empty()) {
      entries.push_back(std::exchange(entry, {}));
    }
  }
  std::ranges::sort(entries);
  std::string all;
  for (const std::string& each : entries) {
    all += each;
  }
  return all;
}

BootOutcome booted(const InitTable& table, std::string_view image) {
  const auto words = cell_words();
  auto boot = Boot::prepare(
      table, {.image = image, .words = {words.begin(), words.end()}});
  EXPECT_TRUE(boot);
  const BootStatus status = (*boot)->run();
  BootOutcome outcome;
  outcome.proc = sorted_entries(proc_crypto((*boot)->registry()));
  outcome.facts = facts_of(**boot, status);
  return outcome;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) {
    text += line + '\n';
  }
  return text;
}

TEST(Invariants, HoldInThisCellForEveryImage) {
  for (const ImageInfo& image : init_table().images) {
    const auto outcome = booted(init_table(), image.name);
    EXPECT_EQ(joined(broken_invariants(outcome.facts)), "") << image.name;
  }
}

// Invariant 11.
TEST(Invariants, HoldInAnyOrderOfInitcalls) {
  const InitTable& real = init_table();
  std::vector<ModuleInfo> modules(real.modules.begin(), real.modules.end());
  const std::string expected = booted(real, "reference").proc;
  std::mt19937 random(1);
  for (int i = 0; i < 6; ++i) {
    std::ranges::shuffle(modules, random);
    std::ranges::stable_sort(modules, {}, &ModuleInfo::level);
    const auto outcome = booted({.modules = modules,
                                 .images = real.images,
                                 .tests_disabled = real.tests_disabled},
                                "reference");
    EXPECT_EQ(joined(broken_invariants(outcome.facts)), "") << i;
    EXPECT_EQ(outcome.proc, expected) << i;
  }
}

/// A boot that is as it should be: one algorithm tested, one skipped.
BootFacts good() {
  BootFacts facts;
  facts.algs = {{.driver = "a-1",
                 .is_usable = true,
                 .state = SelftestState::passed,
                 .outcome = Outcome::run},
                {.driver = "b-1",
                 .is_usable = true,
                 .state = SelftestState::skipped,
                 .outcome = Outcome::skip}};
  facts.events = {{"lock-acquire", "", "write", "t1"},
                  {"larval-create", "a-1", "test", "t1"},
                  {"lock-release", "", "write", "t1"},
                  {"larval-start", "a-1", "", "t1"},
                  {"notify-begin", "a", "REGISTER", "t1"},
                  {"test-begin", "a-1", "", "t2"},
                  {"lock-acquire", "", "write", "t2"},
                  {"tested-set", "a-1", "", "t2"},
                  {"notify-begin", "a", "LOADED", "t2"},
                  {"loaded", "a-1", "", "t2"},
                  {"lock-release", "", "write", "t2"},
                  {"tested-set", "b-1", "", "t1"},
                  {"loaded", "b-1", "", "t1"}};
  facts.module_decisions = {{"a", true}, {"b", true}};
  facts.later_lookups = {{"a", 0}};
  facts.run_decisions = 1;
  facts.executed = 1;
  facts.vectors = 3;
  facts.loaded = 2;
  facts.became_usable = 2;
  return facts;
}

TEST(Invariants, AcceptAGoodRecord) {
  EXPECT_EQ(joined(broken_invariants(good())), "");
}

/// A record with one thing wrong, and the number of what then does not hold.
struct Doctored {
  const char* name;
  char first_digit;
  void (*change)(BootFacts& facts);
};

const Doctored kDoctored[] = {
    {"pending", '1',
     [](BootFacts& facts) { facts.algs[0].state = SelftestState::pending; }},
    {"larval_left", '2',
     [](BootFacts& facts) { facts.leaks = "larval a-1\n"; }},
    {"thread_left", '2', [](BootFacts& facts) { facts.threads_live = 1; }},
    {"larval_counted", '2', [](BootFacts& facts) { facts.larvals_live = 1; }},
    {"loaded_missing", '3', [](BootFacts& facts) { facts.events.pop_back(); }},
    {"loaded_twice", '3',
     [](BootFacts& facts) {
       facts.events.push_back({"loaded", "a-1", "", "t2"});
     }},
    {"loaded_miscounted", '3', [](BootFacts& facts) { facts.loaded = 3; }},
    {"skipped_larval", '4',
     [](BootFacts& facts) {
       facts.events.push_back({"larval-create", "b-1", "test", "t1"});
     }},
    {"skipped_started", '4',
     [](BootFacts& facts) {
       facts.events.push_back({"larval-start", "b-1", "", "t1"});
     }},
    {"timeout", '5',
     [](BootFacts& facts) { facts.later_lookups[0].second = ETIMEDOUT; }},
    {"again", '5',
     [](BootFacts& facts) { facts.later_lookups[0].second = EAGAIN; }},
    {"not_finished", '6',
     [](BootFacts& facts) { facts.later_lookups[0].second = ELIBBAD; }},
    {"undecided", '7',
     [](BootFacts& facts) { facts.module_decisions[1].second = false; }},
    {"not_run", '8', [](BootFacts& facts) { facts.executed = 0; }},
    {"vacuous", '8', [](BootFacts& facts) { facts.vectors = 0; }},
    {"tested_twice", '9',
     [](BootFacts& facts) {
       facts.events.push_back({"test-begin", "a-1", "", "t3"});
     }},
    {"passed_untested", '9',
     [](BootFacts& facts) { facts.events.erase(facts.events.begin() + 5); }},
    {"request_under_lock", '1',
     [](BootFacts& facts) {
       facts.events.insert(facts.events.begin() + 1,
                           {"module-request-begin", "crypto-a", "", "t1"});
     }},
    {"register_under_lock", '1',
     [](BootFacts& facts) {
       facts.events.insert(facts.events.begin() + 1,
                           {"notify-begin", "a", "REGISTER", "t1"});
     }},
};

class Doctoring : public ::testing::TestWithParam<Doctored> {};

TEST_P(Doctoring, IsFound) {
  BootFacts facts = good();
  GetParam().change(facts);
  const auto broken = broken_invariants(facts);
  ASSERT_FALSE(broken.empty());
  EXPECT_EQ(broken.front().front(), GetParam().first_digit) << broken.front();
}

INSTANTIATE_TEST_SUITE_P(Records, Doctoring, ::testing::ValuesIn(kDoctored),
                         [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace crypto
