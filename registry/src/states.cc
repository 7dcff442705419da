#include <algorithm>
#include <array>

#include "internal.h"

namespace crypto {
namespace {

// The label of a state in `selftest_state`: see the table in counters.cc.
std::size_t state_label(SelftestState state, Reason reason) {
  if (state != SelftestState::skipped) {
    return static_cast<std::size_t>(state) - 1;
  }
  constexpr std::array kReasons = {
      Reason::compiled_out, Reason::module_runtime, Reason::global_runtime,
      Reason::internal,     Reason::no_manager,     Reason::dependency_missing};
  const auto found = std::find(kReasons.begin(), kReasons.end(), reason);
  return 5 + static_cast<std::size_t>(found - kReasons.begin());
}

// From harmless to worst.
int badness(SelftestState state) {
  switch (state) {
    case SelftestState::none:
      return 0;
    case SelftestState::passed:
      return 1;
    case SelftestState::skipped:
      return 2;
    case SelftestState::fips_disabled:
      return 3;
    case SelftestState::no_vectors:
      return 4;
    case SelftestState::pending:
      return 5;
    case SelftestState::failed:
      return 6;
  }
  return 0;
}

}  // namespace

void set_state(const Context& context, Alg& alg, SelftestState state,
               Reason reason, int code) {
  auto& registration = alg.registration;
  Context where(context.registry(), alg.module, registration.scope);
  if (registration.state != SelftestState::none) {
    where.count(Counter::selftest_state, -1,
                state_label(registration.state, registration.state_reason));
  }
  registration.state = state;
  registration.state_reason = reason;
  registration.state_code = code;
  where.count(Counter::selftest_state, 1, state_label(state, reason));
}

void clear_state(const Context& context, Alg& alg) {
  auto& registration = alg.registration;
  if (registration.state != SelftestState::none) {
    Context(context.registry(), alg.module, registration.scope)
        .count(Counter::selftest_state, -1,
               state_label(registration.state, registration.state_reason));
    registration.state = SelftestState::none;
  }
}

void count_skipped(const Context& context, Reason reason) {
  context.count(Counter::selftest_state, 1,
                state_label(SelftestState::skipped, reason));
}

void count_executed(const Context& context, SelftestState state) {
  // In the order of the labels: passed, failed, no_vectors, fips_disabled,
  // skipped; that of SelftestState from `passed` on.
  const auto label = static_cast<std::size_t>(state) -
                     static_cast<std::size_t>(SelftestState::passed);
  context.count(Counter::selftests_executed, 1, label);
}

Decision decide(const Registry::Impl& impl, ModuleId module, AlgFlags flags) {
  const ModuleSettings& settings = impl.modules[module].settings;
  Decision decision =
      resolve_decision(settings.selftests_compiled, impl.tests_disabled,
                       impl.fips, impl.notests, settings.notests);
  if ((flags & kAlgInternal) != 0) {
    decision.outcome = Outcome::skip;
    decision.reason = Reason::internal;
  } else if (!impl.has_manager) {
    decision.outcome = Outcome::skip;
    decision.reason = Reason::no_manager;
  }
  return decision;
}

void record_decision(const Context& context, std::string_view subject,
                     const Decision& decision) {
  // The labels are in the order of Reason, with `module-runtime` twice.
  auto label = static_cast<std::size_t>(decision.reason);
  const bool is_later = decision.reason > Reason::module_runtime ||
                        (decision.reason == Reason::module_runtime &&
                         decision.outcome == Outcome::skip);
  label += is_later ? 1 : 0;
  context.count(Counter::selftest_decisions, 1, label);
  record(context, EventKind::decision, subject, to_string(decision.reason),
         static_cast<int>(decision.outcome));
}

SelftestState worst_state(const Registry& registry, ModuleId module) {
  auto& impl = registry.impl();
  const ReadLock lock(impl.lock);
  SelftestState worst = impl.modules[module].state;
  for (const auto& alg : impl.table.list()) {
    if (!is_larval(*alg) && alg->module == module &&
        badness(alg->registration.state) > badness(worst)) {
      worst = alg->registration.state;
    }
  }
  return worst;
}

}  // namespace crypto
