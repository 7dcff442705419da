#include "crypto/algapi.h"

#include <algorithm>
#include <string>
#include <utility>

#include "internal.h"

namespace crypto {
namespace {

constexpr std::size_t kMaxAlignmask = 127;
constexpr std::size_t kMaxBlocksize = 160;
constexpr std::size_t kMaxCipherAlignmask = 15;
constexpr std::size_t kMaxCipherBlocksize = 16;

bool is_valid(const Alg& alg) {
  const bool is_cipher = (alg.flags & kAlgTypeMask) == kAlgTypeCipher;
  const std::size_t max_align = is_cipher ? kMaxCipherAlignmask : kMaxAlignmask;
  const std::size_t max_block = is_cipher ? kMaxCipherBlocksize : kMaxBlocksize;
  return !alg.name.empty() && !alg.driver_name.empty() &&
         alg.name.size() < kMaxAlgName &&
         alg.driver_name.size() < kMaxAlgName && alg.priority >= 0 &&
         (alg.alignmask & (alg.alignmask + 1)) == 0 &&
         alg.alignmask <= max_align && alg.blocksize <= max_block;
}

template <typename Condition>
bool any_driver(const Table& table, std::string_view driver,
                const Condition& holds) {
  const Entry* entry = table.by_driver(driver);
  while (entry != nullptr && !holds(*entry->alg)) {
    entry = Table::next_by_driver(*entry);
  }
  return entry != nullptr;
}

template <typename Condition>
bool any_name(const Table& table, std::string_view name,
              const Condition& holds) {
  const Entry* entry = table.by_name(name);
  while (entry != nullptr && !holds(*entry->alg)) {
    entry = Table::next_by_name(*entry);
  }
  return entry != nullptr;
}

// REQUIRES: the lock.
bool collides(const Table& table, const Alg& alg) {
  const auto is_live = [](const Alg& other) { return !is_moribund(other); };
  const auto is_live_adult = [](const Alg& other) {
    return !is_moribund(other) && !is_larval(other);
  };
  // Same driver, larval or not; a driver called as the new name; a generic
  // name (not that of a larval) equal to the new driver.
  return alg.registration.entry != nullptr ||
         any_driver(table, alg.driver_name, is_live) ||
         any_driver(table, alg.name, is_live_adult) ||
         any_name(table, alg.driver_name, is_live_adult);
}

// EAGAIN if the instance or what it is built on has died. REQUIRES: the lock.
tl::expected<void, Errno> adopt_spawns(const std::shared_ptr<Alg>& alg) {
  if ((alg->flags & kAlgDead) != 0) {
    return fail(EAGAIN);
  }
  for (const auto& spawn : alg->instance->spawns) {
    if (spawn->dead) {
      return fail(EAGAIN);
    }
  }
  for (const auto& spawn : alg->instance->spawns) {
    spawn->instance = alg;
    spawn->registered = true;
    alg->flags |= spawn->alg->flags & kAlgFipsInternal;
  }
  return {};
}

// Links an algorithm whose test is pending, with the larval before it. Either
// all or nothing: memory is taken first. REQUIRES: the write lock.
std::shared_ptr<Larval> link_pending(const Context& context,
                                     std::unique_ptr<Entry> entry, bool start) {
  auto& impl = context.registry().impl();
  const auto& alg = entry->alg;
  auto larval = std::make_shared<Larval>(alg);
  auto larval_entry = std::make_unique<Entry>(larval);
  alg->flags &= ~kAlgTested;
  larval->test_started = start;
  larval->registration.scope = context.scope();
  impl.table.link(std::move(entry));
  impl.table.link(std::move(larval_entry));
  larval->pinned = pin(alg);
  set_state(context, *alg, SelftestState::pending, Reason::by_default, 0);
  context.count(Counter::larvals_created);
  context.count(Counter::larvals_live);
  record(context, EventKind::larval_create, alg->driver_name, "test");
  return larval;
}

// Links an algorithm that is not tested: usable at once. REQUIRES: the write
// lock.
void link_usable(const Context& context, std::unique_ptr<Entry> entry,
                 Removed& removed) {
  const auto& alg = context.registry().impl().table.link(std::move(entry)).alg;
  alg->flags |= kAlgTested;
  record(context, EventKind::tested_set, alg->driver_name, "skipped");
  set_state(context, *alg, SelftestState::skipped,
            alg->registration.decision.reason, 0);
  alg_finish_registration(context, alg, removed);
}

tl::expected<void, Errno> add(const Context& context,
                              const std::shared_ptr<Alg>& alg) {
  auto& impl = context.registry().impl();
  auto entry = std::make_unique<Entry>(alg);
  Removed removed(impl.readers);
  std::shared_ptr<Larval> larval;
  bool is_started = false;
  {
    const WriteLock lock(impl.lock);
    if (alg->instance != nullptr) {
      if (auto adopted = adopt_spawns(alg); !adopted) {
        return adopted;
      }
    }
    if (collides(impl.table, *alg)) {
      record(context, EventKind::collision, alg->driver_name);
      return fail(EEXIST);
    }
    alg->module = context.module();
    alg->registration.scope = context.scope();
    alg->registration.decision = decide(impl, alg->module, alg->flags);
    record_decision(context, alg->driver_name, alg->registration.decision);
    if (alg->registration.decision.outcome == Outcome::run) {
      is_started = impl.boot_test_finished || alg->instance != nullptr;
      larval = link_pending(context, std::move(entry), is_started);
    } else {
      link_usable(context, std::move(entry), removed);
    }
  }
  // Not read again: the flag may have changed since.
  if (is_started) {
    schedule_test(context, larval);
  }
  return {};
}

tl::expected<void, Errno> checked_add(const Context& context,
                                      const std::shared_ptr<Alg>& alg) {
  if (context.registry().is_panicked()) {
    return fail(EIO);
  }
  if (!is_valid(*alg)) {
    return fail(EINVAL);
  }
  return add(context, alg);
}

tl::expected<void, Errno> recorded_add(const Context& context,
                                       const std::shared_ptr<Alg>& alg) {
  const Stopwatch duration(context, Counter::registration_seconds);
  record(context, EventKind::register_begin, alg->driver_name);
  const auto result = or_enomem([&] { return checked_add(context, alg); });
  record(context, EventKind::register_end, alg->driver_name, {},
         code_of(result));
  context.count_errno(Counter::registrations, code_of(result));
  return result;
}

// The larval under test of a driver; null if there is none. REQUIRES: the
// lock.
std::shared_ptr<Larval> larval_of(const Table& table, std::string_view driver) {
  for (const Entry* entry = table.by_driver(driver); entry != nullptr;
       entry = Table::next_by_driver(*entry)) {
    if (is_larval(*entry->alg) && !is_moribund(*entry->alg)) {
      return std::static_pointer_cast<Larval>(entry->alg);
    }
  }
  return nullptr;
}

// REQUIRES: the write lock.
void settle(const Context& context, const std::shared_ptr<Alg>& alg,
            const SelftestResult& result, Removed& removed) {
  set_state(context, *alg, result.state, result.reason, result.code);
  if (result.code != 0 && result.code != ECANCELED) {
    return;
  }
  if (result.code == 0) {
    alg->flags &= ~kAlgFipsInternal;
  } else {
    alg->flags |= kAlgFipsInternal;
  }
  alg->flags |= kAlgTested;
  record(context, EventKind::tested_set, alg->driver_name,
         to_string(result.state));
  alg_finish_registration(context, alg, removed);
}

}  // namespace

tl::expected<void, Errno> register_alg(const Context& context,
                                       const std::shared_ptr<Alg>& alg) {
  alg->flags &= ~kAlgDead;
  return recorded_add(context, alg);
}

tl::expected<void, Errno> register_algs(
    const Context& context, std::span<const std::shared_ptr<Alg>> algs) {
  for (std::size_t i = 0; i < algs.size(); ++i) {
    if (auto result = register_alg(context, algs[i]); !result) {
      unregister_algs(context, algs.first(i));
      return result;
    }
  }
  return {};
}

tl::expected<void, Errno> register_instance(const Context& context,
                                            const Template& tmpl,
                                            const std::shared_ptr<Alg>& alg) {
  alg->flags |= kAlgInstance;
  alg->instance->tmpl = &tmpl;
  const Context owner = context.owned_by(tmpl.module);
  auto result = recorded_add(owner, alg);
  if (result) {
    owner.count(Counter::instances_created);
  }
  return result;
}

void unregister_alg(const Context& context, const std::shared_ptr<Alg>& alg) {
  auto& impl = context.registry().impl();
  Removed removed(impl.readers);
  {
    const WriteLock lock(impl.lock);
    if (Entry* entry = impl.table.unlink(*alg)) {
      alg->flags |= kAlgDead;
      removed.add(entry);
      remove_spawns(context, *alg, nullptr, removed);
    }
  }
  if (removed.is_empty()) {
    log_line(context.registry(),
             {"Algorithm ", alg->name, " is not registered"});
  }
}

void unregister_algs(const Context& context,
                     std::span<const std::shared_ptr<Alg>> algs) {
  for (auto alg = algs.rbegin(); alg != algs.rend(); ++alg) {
    unregister_alg(context, *alg);
  }
}

tl::expected<void, Errno> register_template(
    const Context& context, const std::shared_ptr<Template>& tmpl) {
  auto& impl = context.registry().impl();
  if (impl.is_panicked) {
    return fail(EIO);
  }
  const WriteLock lock(impl.lock);
  for (const auto& other : impl.templates) {
    if (other->name == tmpl->name) {
      return fail(EEXIST);
    }
  }
  return or_enomem([&]() -> tl::expected<void, Errno> {
    impl.templates.push_back(tmpl);
    tmpl->module = context.module();
    return {};
  });
}

void unregister_template(const Context& context,
                         const std::shared_ptr<Template>& tmpl) {
  auto& impl = context.registry().impl();
  Removed removed(impl.readers);
  const WriteLock lock(impl.lock);
  std::erase(impl.templates, tmpl);
  for (const auto& alg : impl.table.list()) {
    if (!is_larval(*alg) && alg->instance != nullptr &&
        alg->instance->tmpl == tmpl.get()) {
      alg->flags |= kAlgDead;
      remove_spawns(context, *alg, nullptr, removed);
      removed.add(impl.table.unlink(*alg));
    }
  }
}

bool is_module_used(const Registry& registry, ModuleId module) {
  auto& impl = registry.impl();
  const ReadLock lock(impl.lock);
  const auto list = impl.table.list();
  return std::any_of(list.begin(), list.end(), [&](const auto& alg) {
    if (alg->module != module) {
      return false;
    }
    // Instances do not count: they go with what they are built on.
    return is_larval(*alg) ||
           alg->registration.entry.load()->references.count() > 1;
  });
}

void unregister_owned(const Context& context) {
  auto& impl = context.registry().impl();
  std::vector<std::shared_ptr<Alg>> algs;
  std::vector<std::shared_ptr<Template>> templates;
  {
    const ReadLock lock(impl.lock);
    for (const auto& alg : impl.table.list()) {
      if (!is_larval(*alg) && alg->module == context.module() &&
          alg->instance == nullptr) {
        algs.push_back(alg);
      }
    }
    std::ranges::copy_if(
        impl.templates, std::back_inserter(templates),
        [&](const auto& tmpl) { return tmpl->module == context.module(); });
  }
  for (const auto& tmpl : templates) {
    unregister_template(context, tmpl);
  }
  for (const auto& alg : algs) {
    unregister_alg(context, alg);
  }
}

bool boot_test_finished(const Registry& registry) {
  return registry.impl().boot_test_finished;
}

void start_tests(const Context& context) {
  auto& impl = context.registry().impl();
  // First, so that what is registered from now on starts by itself.
  impl.boot_test_finished = true;
  std::shared_ptr<Larval> first;
  {
    const WriteLock lock(impl.lock);
    auto* last = &first;
    for (const auto& alg : impl.table.list()) {
      if (!is_larval(*alg) || is_moribund(*alg)) {
        continue;
      }
      auto larval = std::static_pointer_cast<Larval>(alg);
      if (larval->is_test && !std::exchange(larval->test_started, true)) {
        *last = std::move(larval);
        last = &(*last)->next_to_start;
      }
    }
  }
  while (first != nullptr) {
    schedule_test(context, first);
    first = std::move(first->next_to_start);
  }
}

void alg_finish_registration(const Context& context,
                             const std::shared_ptr<Alg>& alg,
                             Removed& removed) noexcept {
  const auto& table = context.registry().impl().table;
  // An entry taken off meanwhile still leads on to the next.
  for (const Entry* entry = table.by_name(alg->name); entry != nullptr;
       entry = Table::next_by_name(*entry)) {
    Alg& other = *entry->alg;
    const bool is_outdone = other.driver_name == alg->driver_name ||
                            other.priority <= alg->priority;
    if (&other != alg.get() && !is_moribund(other) && !is_larval(other) &&
        is_outdone) {
      remove_spawns(context, other, alg.get(), removed);
    }
  }
  const Context owner = context.owned_by(alg->module);
  record(owner, EventKind::loaded, alg->driver_name);
  owner.count(Counter::loaded_events);
  notify_loaded(owner, alg);
}

void apply_result(const Context& context, std::string_view driver,
                  const SelftestResult& result) {
  auto& impl = context.registry().impl();
  Removed removed(impl.readers);
  bool is_expected = false;
  {
    const WriteLock lock(impl.lock);
    if (const auto larval = larval_of(impl.table, driver)) {
      is_expected = true;
      larval->flags |= kAlgDead;
      if ((larval->adult->flags & kAlgDead) == 0) {
        settle(context, larval->adult, result, removed);
      } else {
        clear_state(context, *larval->adult);
      }
      Context(context.registry(), larval->module, larval->registration.scope)
          .count(Counter::larvals_live, -1);
      removed.add(impl.table.unlink(*larval));
      record(context, EventKind::larval_complete, driver, {}, result.code);
      larval->complete();
    }
  }
  if (!is_expected) {
    log_line(context.registry(), {"alg: Unexpected test result for ", driver,
                                  ": ", Decimal(-result.code).text()});
  }
}

void alg_tested(const Context& context, std::string_view driver, int code) {
  SelftestResult result{.code = code};
  if (code == ECANCELED) {
    result.state = SelftestState::fips_disabled;
  } else if (code != 0) {
    result.state = SelftestState::failed;
  }
  apply_result(context, driver, result);
}

void shoot_alg(Registry& registry, Alg& alg) {
  const WriteLock lock(registry.impl().lock);
  alg.flags |= kAlgDying;
}

}  // namespace crypto
