#include "internal.h"

namespace crypto {
namespace {

std::string_view subject_of(const Larval& larval) {
  return larval.is_test ? larval.driver_name : larval.name;
}

// Marks a started larval; false if it was started before.
bool claim_start(Registry::Impl& impl, Larval& larval) {
  const WriteLock lock(impl.lock);
  return !std::exchange(larval.test_started, true);
}

// False also where memory ends: the test is not scheduled then.
bool post_register(const Context& owner, const std::shared_ptr<Alg>& alg) {
  try {
    return probing_notify(owner, Message::register_alg, alg) == Verdict::stop;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

WaitResult wait_for(const Context& context, Larval& larval) {
  const Pool::Waiting waiting(context.registry().impl().pool,
                              larval.adult.get());
  std::optional<Stopwatch> phase;
  if (context.is_inside_init()) {
    phase.emplace(context, Counter::init_seconds,
                  static_cast<std::size_t>(
                      larval.is_test ? Phase::alg_test : Phase::instantiate));
  }
  const WaitResult result =
      larval.wait(context.registry().impl().wait_limit, context.stop());
  context.owned_by_scope().count(Counter::larval_waits, 1,
                                 static_cast<std::size_t>(result));
  return result;
}

// What an awaited larval means to the waiter; it may be a further larval.
tl::expected<AlgRef, Errno> answer(const Context& context,
                                   const std::shared_ptr<Larval>& larval,
                                   WaitResult waited, AlgFlags type,
                                   AlgFlags mask) {
  switch (waited) {
    case WaitResult::cancelled:
      return fail(EINTR);
    case WaitResult::timeout:
      if (larval->is_test) {
        larval_fail(context, larval, ETIMEDOUT);
      }
      return fail(ETIMEDOUT);
    case WaitResult::completed:
      break;
  }
  if (!larval->is_test) {
    const int code = larval->code();
    if (code != 0 && code != EEXIST) {
      return fail(code);
    }
    auto found = alg_lookup(context, larval->name, type, mask);
    if (found && !*found) {
      return fail(code == 0 ? EAGAIN : EEXIST);
    }
    return found;
  }
  const AlgFlags flags = larval->adult->flags;
  if ((flags & kAlgTested) == 0 || (flags & kAlgFipsInternal) != 0) {
    return fail(EAGAIN);
  }
  const Readers::Section section(context.registry().impl().readers);
  if (AlgRef adult = pin(larval->adult)) {
    return adult;
  }
  return fail(EAGAIN);
}

}  // namespace

void start_test(const Context& context, const std::shared_ptr<Larval>& larval) {
  if (larval->is_test && claim_start(context.registry().impl(), *larval)) {
    schedule_test(context, larval);
  }
}

void schedule_test(const Context& context,
                   const std::shared_ptr<Larval>& larval) {
  const Context owner = context.owned_by(larval->module);
  check(larval->adult->registration.decision.outcome == Outcome::run,
        "REGISTER is posted only where the decision is run");
  owner.count(Counter::larvals_started);
  record(owner, EventKind::larval_start, larval->driver_name);
  if (!post_register(owner, larval->adult)) {
    fail_unscheduled(owner, larval);
  }
}

void fail_unscheduled(const Context& context,
                      const std::shared_ptr<Larval>& larval) noexcept {
  larval_fail(context, larval, ELIBBAD);
  if (context.registry().fips()) {
    panic(context, {"alg: self-tests for ", larval->driver_name, " (",
                    larval->name, ") could not be scheduled in fips mode!"});
  }
}

void larval_kill(const Context& context,
                 const std::shared_ptr<Larval>& larval) {
  auto& impl = context.registry().impl();
  Removed removed(impl.readers);
  const WriteLock lock(impl.lock);
  larval->flags |= kAlgDead;
  Entry* taken = impl.table.unlink(*larval);
  if (taken != nullptr) {
    const Context owner = context.owned_by(larval->module);
    Context(context.registry(), larval->module, larval->registration.scope)
        .count(Counter::larvals_live, -1);
    record(owner, EventKind::larval_kill, subject_of(*larval));
    removed.add(taken);
  }
  larval->complete();
}

void larval_fail(const Context& context, const std::shared_ptr<Larval>& larval,
                 int code) {
  {
    const WriteLock lock(context.registry().impl().lock);
    if ((larval->flags & kAlgDead) == 0) {
      set_state(context, *larval->adult, SelftestState::failed,
                Reason::by_default, code);
    }
  }
  larval_kill(context, larval);
}

tl::expected<AlgRef, Errno> larval_wait(const Context& context,
                                        std::shared_ptr<Larval> larval,
                                        AlgFlags type, AlgFlags mask) {
  auto& impl = context.registry().impl();
  while (true) {
    if (impl.is_panicked) {
      return fail(EINTR);
    }
    if (!impl.boot_test_finished) {
      start_test(context, larval);
    }
    const WaitResult waited = wait_for(context, *larval);
    auto found = answer(context, larval, waited, type, mask);
    if (!found || !is_larval(**found)) {
      return found;
    }
    larval = std::static_pointer_cast<Larval>(found->shared());
  }
}

}  // namespace crypto
