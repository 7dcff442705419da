#include "crypto/module.h"

#include "internal.h"

namespace crypto {
namespace {

// What all phases of the init have taken so far.
std::chrono::nanoseconds phases_of(const Context& context) {
  return std::chrono::nanoseconds(context.registry().counter(
      Counter::init_seconds, context.module(), context.scope()));
}

}  // namespace

void ModuleContext::selftest_begin(std::string_view subject) const {
  auto& impl = registry().impl();
  Module& own = impl.modules[module()];
  own.phases_before = phases_of(*this);
  own.selftest_began = std::chrono::steady_clock::now();
  {
    const WriteLock lock(impl.lock);
    own.state = SelftestState::pending;
  }
  count(Counter::selftest_state);
  record(*this, EventKind::test_begin, subject);
}

void ModuleContext::selftest_vector(std::string_view subject) const {
  count_vector(*this, subject);
}

void ModuleContext::selftest_end(std::string_view subject, int code,
                                 int cause) const {
  const SelftestState state =
      code == 0 ? SelftestState::passed : SelftestState::failed;
  auto& impl = registry().impl();
  Module& own = impl.modules[module()];
  const std::chrono::nanoseconds spent =
      std::chrono::steady_clock::now() - own.selftest_began;
  const auto waited = phases_of(*this) - own.phases_before;
  count(Counter::init_seconds, (spent - waited).count(),
        static_cast<std::size_t>(Phase::vector));
  {
    const WriteLock lock(impl.lock);
    own.state = state;
  }
  const auto label = static_cast<std::size_t>(state) - 1;
  count(Counter::selftest_state, -1);
  count(Counter::selftest_state, 1, label);
  record(*this, EventKind::test_end, subject,
         cause == 0 ? to_string(state) : std::string_view("hidden-cause"),
         cause == 0 ? code : cause);
  count_executed(*this, state);
}

void ModuleContext::log(std::string_view line) const { registry().log(line); }

bool ModuleContext::fips_enabled() const { return registry().fips(); }

void ModuleContext::panic(std::string_view why) const {
  registry().panic(*this, why);
}

}  // namespace crypto
