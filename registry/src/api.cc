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

// Both scans of a lookup. REQUIRES: as Table::find().
tl::expected<Entry*, Errno> scan(const Table& table, std::string_view name,
                                 AlgFlags type, AlgFlags mask) {
  const bool wants_tested = ((type | mask) & kAlgTested) == 0;
  const AlgFlags tested = wants_tested ? kAlgTested : 0;
  Entry* entry = table.find(name, (type | tested) & ~kAlgFipsInternal,
                            (mask | tested) & ~kAlgFipsInternal);
  if (entry != nullptr) {
    if (is_forbidden_in_fips(*entry->alg, type, mask)) {
      return fail(ENOENT);
    }
    return entry;
  }
  if (wants_tested) {
    entry = table.find(name, type, mask);
    if (entry != nullptr && !is_larval(*entry->alg)) {
      return fail(ELIBBAD);
    }
  }
  return entry;
}

tl::expected<AlgRef, Errno> scan_and_pin(const Table& table,
                                         std::string_view name, AlgFlags type,
                                         AlgFlags mask) {
  const auto found = scan(table, name, type, mask);
  if (!found) {
    return fail(found.error());
  }
  return *found == nullptr ? AlgRef() : pin(*(*found)->alg);
}

// A usable algorithm, without the lock; nothing if there is none, or if
// somebody wrote meanwhile. What it gives is what a scan under the lock would
// have given at that moment.
AlgRef find_usable(Registry::Impl& impl, std::string_view name, AlgFlags type,
                   AlgFlags mask) {
  AlgRef found;
  const std::uint64_t version = impl.lock.version();
  if (version % 2 != 0) {
    return found;
  }
  {
    const Readers::Section section(impl.readers);
    const auto entry = scan(impl.table, name, type, mask);
    if (!entry || *entry == nullptr || is_larval(*(*entry)->alg)) {
      return found;
    }
    (*entry)->references.acquire();
    found = AlgRef(**entry);
  }
  if (impl.lock.version() != version) {
    found.reset();
  }
  return found;
}

// Adds a request larval, or returns what a competitor put there meanwhile.
AlgRef larval_add(const Context& context, std::string_view name, AlgFlags type,
                  AlgFlags mask, std::shared_ptr<Larval>& mine) {
  auto& impl = context.registry().impl();
  auto larval = std::make_shared<Larval>(name, type, mask);
  auto entry = std::make_unique<Entry>(larval);
  const WriteLock lock(impl.lock);
  if (const Entry* competitor = impl.table.find(name, type, mask)) {
    return pin(competitor->alg);
  }
  larval->module = context.module();
  larval->registration.scope = context.scope();
  impl.table.link(std::move(entry));
  context.count(Counter::request_larvals_created);
  context.count(Counter::larvals_live);
  record(context, EventKind::larval_create, name, "request");
  mine = larval;
  return pin(mine);
}

// Asks the manager to build what the larval stands for, and waits.
tl::expected<AlgRef, Errno> instantiate(const Context& context,
                                        const std::shared_ptr<Larval>& larval,
                                        AlgFlags type, AlgFlags mask) {
  // Also where memory ends: nobody else would end the wait of the others.
  const auto kill = [&context, &larval](const void*) {
    larval_kill(context, larval);
  };
  const std::unique_ptr<const void, decltype(kill)> guard(&larval, kill);
  if (probing_notify(context, Message::request, larval) != Verdict::stop) {
    return fail(ENOENT);
  }
  return larval_wait(context, larval, type, mask);
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
  auto& impl = context.registry().impl();
  if (impl.is_panicked) {
    return fail(EIO);
  }
  if (((type | mask) & kAlgInternal) == 0) {
    mask |= kAlgInternal;
  }
  type &= ~(kAlgLarval | kAlgDead);
  mask &= ~(kAlgLarval | kAlgDead);
  if (AlgRef usable = find_usable(impl, name, type, mask)) {
    return usable;
  }

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
    entry_ = std::exchange(other.entry_, nullptr);
    alg_ = other.alg_;
  }
  return *this;
}

AlgRef::AlgRef(Entry& counted) : entry_(&counted), alg_(counted.alg.get()) {}

const std::shared_ptr<Alg>& AlgRef::shared() const { return entry_->alg; }

void AlgRef::reset() {
  Entry* entry = std::exchange(entry_, nullptr);
  if (entry != nullptr && entry->references.release()) {
    const std::unique_ptr<Entry> last(entry);
  }
}

AlgRef pin(const Alg& alg) {
  Entry* entry = alg.registration.entry.load(std::memory_order_acquire);
  if (entry == nullptr) {
    return {};
  }
  entry->references.acquire();
  return AlgRef(*entry);
}

void Removed::add(Entry* entry) {
  if (entry != nullptr) {
    entry->next_removed = first_;
    first_ = entry;
  }
}

Removed::~Removed() {
  if (first_ == nullptr) {
    return;
  }
  readers_->wait();
  while (first_ != nullptr) {
    Entry* entry = std::exchange(first_, first_->next_removed);
    if (entry->references.close()) {
      const std::unique_ptr<Entry> last(entry);
    }
  }
}

tl::expected<AlgRef, Errno> alg_lookup(const Context& context,
                                       std::string_view name, AlgFlags type,
                                       AlgFlags mask) {
  auto& impl = context.registry().impl();
  const ReadLock lock(impl.lock);
  return scan_and_pin(impl.table, name, type, mask);
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
  return impl.table.by_name(name) != nullptr ||
         impl.table.by_driver(name) != nullptr;
}

Tfm::Tfm(AlgRef alg, const Context& context)
    : alg_(std::move(alg)), context_(context.on_other_thread()) {
  context_.count(Counter::handles_allocated);
}

}  // namespace crypto
