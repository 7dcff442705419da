#include "invariants.h"

#include <algorithm>
#include <map>
#include <sstream>

#include "crypto/api.h"
#include "internal.h"

namespace crypto::testing {
namespace {

std::string value_of(const std::string& line, const std::string& key) {
  const std::size_t at = line.find(' ' + key + '=');
  if (at == std::string::npos) {
    return {};
  }
  const std::size_t begin = at + key.size() + 2;
  return line.substr(begin, line.find(' ', begin) - begin);
}

std::vector<EventFact> events_of(const Registry& registry) {
  std::vector<EventFact> events;
  std::istringstream text(registry.events_text());
  for (std::string line; std::getline(text, line);) {
    std::istringstream words(line);
    std::string number;
    std::string at;
    EventFact event;
    words >> number >> at >> event.thread >> event.kind;
    event.name = value_of(line, "name");
    event.what = value_of(line, "what");
    events.push_back(std::move(event));
  }
  return events;
}

std::int64_t run_decisions_of(const Registry& registry) {
  const auto& labels = counter_row(Counter::selftest_decisions).labels;
  std::int64_t runs = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i].starts_with("outcome=\"run\"")) {
      runs += registry.counter_label(Counter::selftest_decisions, i);
    }
  }
  return runs;
}

using Broken = std::vector<std::string>;

void must(Broken& broken, bool holds, std::string_view what) {
  if (!holds) {
    broken.emplace_back(what);
  }
}

std::int64_t events_like(const BootFacts& facts, std::string_view kind,
                         std::string_view name, std::string_view what = {}) {
  return std::ranges::count_if(facts.events, [&](const EventFact& event) {
    return event.kind == kind && event.name == name &&
           (what.empty() || event.what == what);
  });
}

void check_algs(const BootFacts& facts, Broken& broken) {
  for (const AlgFact& alg : facts.algs) {
    const bool is_over =
        alg.state != SelftestState::pending && alg.state != SelftestState::none;
    must(broken,
         is_over && alg.is_usable == (alg.state != SelftestState::failed),
         "1 " + alg.driver + " is neither usable nor failed");
    // A driver may come more than once, as an evicted instance does.
    const auto loaded = events_like(facts, "loaded", alg.driver);
    must(broken,
         loaded == events_like(facts, "tested-set", alg.driver) &&
             (loaded > 0 || !alg.is_usable),
         "3 " + alg.driver + " was not told of exactly once");
    const bool was_tested =
        events_like(facts, "larval-create", alg.driver, "test") +
            events_like(facts, "larval-start", alg.driver) +
            events_like(facts, "test-begin", alg.driver) >
        0;
    must(broken, alg.outcome == Outcome::run || !was_tested,
         "4 " + alg.driver + " is skipped but costs a test");
    const auto tests = events_like(facts, "test-begin", alg.driver);
    must(broken,
         tests <= events_like(facts, "larval-create", alg.driver, "test"),
         "9 " + alg.driver + " was tested twice");
    must(broken, alg.state != SelftestState::passed || tests > 0,
         "9 " + alg.driver + " passed without a test");
  }
}

void check_rest(const BootFacts& facts, Broken& broken) {
  must(broken,
       facts.is_at_rest && facts.leaks.empty() && facts.larvals_live == 0 &&
           facts.threads_live == 0,
       "2 larvals or threads are left");
  must(broken, facts.loaded == facts.became_usable,
       "3 LOADED does not count what became usable");
  for (const auto& [name, code] : facts.later_lookups) {
    must(broken, code != ETIMEDOUT && code != EAGAIN,
         "5 " + name + " cannot be looked up");
    must(broken, code != ELIBBAD && code != ENOENT,
         "6 " + name + " is not to be had");
  }
  for (const auto& [name, is_decided] : facts.module_decisions) {
    must(broken, is_decided, "7 " + name + " has no decision");
  }
  must(broken, facts.executed == facts.run_decisions,
       "8 not what was decided was run");
  must(broken, facts.executed == 0 || facts.vectors > 0,
       "8 tests ran without vectors");
}

// Follows each thread: what it does between taking the lock for writing and
// releasing it.
void check_lock(const BootFacts& facts, Broken& broken) {
  std::map<std::string, bool> holds;
  for (const EventFact& event : facts.events) {
    if (event.kind == "lock-acquire" || event.kind == "lock-release") {
      holds[event.thread] =
          event.kind == "lock-acquire" && event.what == "write";
    }
    const bool calls_out =
        event.kind == "module-request-begin" ||
        (event.kind == "notify-begin" && event.what != "LOADED");
    must(broken, !calls_out || !holds[event.thread],
         "10 " + event.kind + ' ' + event.name + " under the lock");
  }
}

}  // namespace

BootFacts facts_of(Boot& boot, BootStatus status) {
  Registry& registry = boot.registry();
  BootFacts facts;
  facts.status = status;
  facts.is_at_rest = status != BootStatus::failed;
  facts.leaks = registry.leaks_text();
  facts.events = events_of(registry);
  facts.run_decisions = run_decisions_of(registry);
  facts.executed = registry.counter(Counter::selftests_executed);
  facts.vectors = registry.counter(Counter::selftest_vectors);
  facts.loaded = registry.counter(Counter::loaded_events);
  facts.larvals_live = registry.counter(Counter::larvals_live);
  facts.threads_live = registry.counter(Counter::threads_live);
  facts.became_usable =
      std::ranges::count(facts.events, "tested-set", &EventFact::kind);
  for (const ModuleRecord& module : boot.modules()) {
    if (module.info->is_under_test) {
      facts.module_decisions.emplace_back(
          module.info->name,
          module.decision ==
              selftest_decision(registry,
                                registry.module_id(module.info->name)));
    }
  }
  {
    const ReadLock lock(registry.impl().lock);
    for (const auto& alg : registry.impl().table.list()) {
      facts.algs.push_back({.driver = alg->driver_name,
                            .is_usable = (alg->flags & kAlgTested) != 0,
                            .state = alg->registration.state,
                            .outcome = alg->registration.decision.outcome,
                            .is_internal = (alg->flags & kAlgInternal) != 0});
    }
  }
  if (status != BootStatus::booted) {
    return facts;
  }
  const auto look_up = [&](const std::string& name, AlgFlags type) {
    facts.later_lookups.emplace_back(
        name, code_of(find_alg(Context(registry), name, type, 0)));
  };
  for (const AlgFact& alg : facts.algs) {
    look_up(alg.driver,
            kAlgFipsInternal | (alg.is_internal ? kAlgInternal : 0));
  }
  if (!registry.impl().templates.empty()) {
    look_up("hmac(sha256)", kAlgFipsInternal);
  }
  return facts;
}

std::vector<std::string> broken_invariants(const BootFacts& facts) {
  Broken broken;
  check_algs(facts, broken);
  check_rest(facts, broken);
  check_lock(facts, broken);
  return broken;
}

}  // namespace crypto::testing
