#include "crypto/api.h"

#include <algorithm>
#include <string>
#include <utility>

#include "internal.h"

namespace crypto {
namespace {

// True for flags that the caller neither asks for nor leaves open.
bool is_forbidden_in_fips(const Alg& alg, AlgFlags type, AlgFlags mask) {
  if (((type | mask) & kAlgFipsInternal) == 0) {
    mask |= kAlgFipsInternal;
  }
  return !is_larval(alg) && ((type ^ alg.flags) & mask & kAlgFipsInternal) != 0;
}

// Both scans of a lookup, under one lock.
tl::expected<std::shared_ptr<Alg>, Errno> scan(const Table& table,
                                               std::string_view name,
                                               AlgFlags type, AlgFlags mask) {
  const bool wants_tested = ((type | mask) & kAlgTested) == 0;
  const AlgFlags tested = wants_tested ? kAlgTested : 0;
  auto alg = table.find(name, (type | tested) & ~kAlgFipsInternal,
                        (mask | tested) & ~kAlgFipsInternal);
  if (alg != nullptr) {
    if (is_forbidden_in_fips(*alg, type, mask)) {
      return fail(ENOENT);
    }
    return alg;
  }
  if (wants_tested) {
    alg = table.find(name, type, mask);
    if (alg != nullptr && !is_larval(*alg)) {
      return fail(ELIBBAD);
    }
  }
  return alg;
}

// Adds a request larval, or returns what a competitor put there meanwhile.
AlgRef larval_add(const Context& context, std::string_view name, AlgFlags type,
                  AlgFlags mask, std::shared_ptr<Larval>& mine) {
  auto& impl = context.registry().impl();
  auto larval = std::make_shared<Larval>(name, type, mask);
  const WriteLock lock(impl.lock);
  if (auto competitor = impl.table.find(name, type, mask)) {
    return pin(competitor);
  }
  larval->module = context.module();
  larval->registration.scope = context.scope();
  impl.table.link(larval);
  context.count(Counter::request_larvals_created);
  context.count(Counter::larvals_live);
  record(context, EventKind::larval_create, name, "request");
  mine = larval;
  return AlgRef(larval);
}

// Asks the manager to build what the larval stands for, and waits.
tl::expected<AlgRef, Errno> instantiate(const Context& context,
                                        const std::shared_ptr<Larval>& larval,
                                        AlgFlags type, AlgFlags mask) {
  tl::expected<AlgRef, Errno> found = fail(ENOENT);
  if (probing_notify(context, Message::request, larval) == Verdict::stop) {
    found = larval_wait(context, larval, type, mask);
  }
  larval_kill(context, larval);
  return found;
}

void request_alg_modules(const Context& context, const std::string& name,
                         AlgFlags type, AlgFlags mask) {
  request_module(context, RequestClass::algorithm, "crypto-" + name);
  if (((type ^ kAlgNeedFallback) & mask & kAlgNeedFallback) == 0) {
    request_module(context, RequestClass::algorithm, "crypto-" + name + "-all");
  }
}

tl::expected<AlgRef, Errno> lookup(const Context& context,
                                   std::string_view name, AlgFlags type,
                                   AlgFlags mask) {
  if (context.registry().is_panicked()) {
    return fail(EIO);
  }
  if (((type | mask) & kAlgInternal) == 0) {
    mask |= kAlgInternal;
  }
  type &= ~(kAlgLarval | kAlgDead);
  mask &= ~(kAlgLarval | kAlgDead);

  // What has no owner yet is the doing of whoever caused it.
  const Context cause = context.owned_by_scope();
  auto found = alg_lookup(context, name, type, mask);
  if (found && !*found && (mask & kAlgNoload) == 0) {
    request_alg_modules(cause, std::string(name), type, mask);
    found = alg_lookup(context, name, type, mask);
  }
  if (!found) {
    return found;
  }
  std::shared_ptr<Larval> mine;
  if (!*found) {
    if ((mask & kAlgTested) != 0) {
      return fail(ENOENT);
    }
    found = larval_add(cause, name, type, mask, mine);
  }
  if (mine != nullptr) {
    return instantiate(cause, mine, type, mask);
  }
  if (is_larval(**found)) {
    return larval_wait(context,
                       std::static_pointer_cast<Larval>((*found).shared()),
                       type, mask);
  }
  return found;
}

}  // namespace

AlgRef& AlgRef::operator=(AlgRef&& other) noexcept {
  if (this != &other) {
    reset();
    alg_ = std::move(other.alg_);
  }
  return *this;
}

void AlgRef::reset() {
  if (alg_ != nullptr) {
    --alg_->registration.references;
    alg_.reset();
  }
}

AlgRef pin(const std::shared_ptr<Alg>& alg) {
  if (alg == nullptr) {
    return {};
  }
  ++alg->registration.references;
  return AlgRef(alg);
}

tl::expected<AlgRef, Errno> alg_lookup(const Context& context,
                                       std::string_view name, AlgFlags type,
                                       AlgFlags mask) {
  auto& impl = context.registry().impl();
  const ReadLock lock(impl.lock);
  auto found = scan(impl.table, name, type, mask);
  if (!found) {
    return fail(found.error());
  }
  return pin(*found);
}

tl::expected<AlgRef, Errno> alg_mod_lookup(const Context& context,
                                           std::string_view name, AlgFlags type,
                                           AlgFlags mask) {
  record(context, EventKind::lookup_begin, name);
  auto found = or_enomem([&] { return lookup(context, name, type, mask); });
  const int code = code_of(found);
  record(context, EventKind::lookup_end, name, {}, code);
  context.count_errno(Counter::lookups, code);
  return found;
}

tl::expected<AlgRef, Errno> find_alg(const Context& context,
                                     std::string_view name, AlgFlags type,
                                     AlgFlags mask) {
  while (true) {
    auto found = alg_mod_lookup(context, name, type, mask);
    if (found || found.error().code() != EAGAIN) {
      return found;
    }
    if (context.stop().stop_requested()) {
      return fail(EINTR);
    }
  }
}

bool has_alg(const Registry& registry, std::string_view name) {
  auto& impl = registry.impl();
  const ReadLock lock(impl.lock);
  return !impl.table.by_name(name).empty() ||
         !impl.table.by_driver(name).empty();
}

Tfm::Tfm(AlgRef alg, const Context& context)
    : alg_(std::move(alg)), context_(context.on_other_thread()) {
  context_.count(Counter::handles_allocated);
}

}  // namespace crypto
