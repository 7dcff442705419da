#include "harness/observe/boot_probe.h"

#include <iterator>
#include <string>
#include <utility>

#include "harness/observe/boot_sections.h"
#include "harness/observe/boot_text.h"
#include "harness/observe/facts.h"
#include "harness/observe/initcall_log.h"
#include "harness/util/hash.h"

namespace heed::observe {
namespace {

using Facts = std::vector<core::Observation>;

void append(Facts& facts, Facts more) {
  facts.insert(facts.end(), std::make_move_iterator(more.begin()),
               std::make_move_iterator(more.end()));
}

std::string body_of(const BootText& boot, const std::string& section) {
  const auto found = boot.sections.find(section);
  return found == boot.sections.end() ? "" : found->second;
}

/// Init functions and panics. Without an intact `log` section the console is
/// the log; a panic counts wherever it stands.
Facts observe_log(const BootText& boot) {
  Facts facts;
  const bool has_log = boot.sections.contains("log");
  const std::string body = body_of(boot, "log");
  for (const std::string_view line : lines_of(body)) {
    append(facts, observe_log_line(line));
  }
  for (const std::string& line : boot.console) {
    for (core::Observation& found : observe_log_line(line)) {
      if (!has_log || found.metric == "panic") {
        facts.push_back(std::move(found));
      }
    }
  }
  return facts;
}

/// Which init functions came back before the text broke off: no measurement,
/// only the way to the one that did not.
Facts observe_unfinished_log(const BootText& boot) {
  Facts facts;
  for (const std::string_view line : lines_of(boot.unfinished_log)) {
    for (const core::Observation& found : observe_log_line(line)) {
      if (found.metric == "initcall_result") {
        facts.push_back(fact(found.subject, "initcall_seen", 1.0));
      } else if (found.metric == "initcall_started") {
        facts.push_back(found);
      }
    }
  }
  return facts;
}

/// How the text ended: its status word, or what its absence means.
core::Observation end_of(const BootText& boot) {
  if (boot.status) {
    return fact("", "boot_status", *boot.status);
  }
  const bool is_silent = boot.sections.empty() && boot.torn.empty();
  return unreadable("done", is_silent ? "no-output" : "torn-output");
}

}  // namespace

Facts BootProbe::observe(const core::Evidence& evidence) const {
  const BootText boot = parse_boot_text(evidence.text);
  Facts facts = observe_config(body_of(boot, "config"));
  append(facts, observe_modules(body_of(boot, "modules")));
  append(facts, observe_counters(body_of(boot, "counters")));
  append(facts, observe_log(boot));
  append(facts, observe_unfinished_log(boot));
  append(facts, observe_leaks(body_of(boot, "leaks"),
                              owners_in(body_of(boot, "proc-crypto"))));
  for (const auto& [name, body] : boot.sections) {
    facts.push_back(fact("", "section:" + name, util::sha256_hex(body)));
  }
  for (const std::string& name : boot.torn) {
    facts.push_back(unreadable(name, "torn-output"));
  }
  facts.push_back(end_of(boot));
  return facts;
}

}  // namespace heed::observe
