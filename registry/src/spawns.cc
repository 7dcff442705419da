#include <algorithm>

#include "internal.h"

namespace crypto {
namespace {

constexpr AlgFlags kInheritedFlags = kAlgAsync | kAlgNeedFallback;

/// True if `alg` is `inner` or built on it, at any depth.
bool depends_on(const Alg& alg, const Alg& inner) {
  if (&alg == &inner) {
    return true;
  }
  if (alg.instance == nullptr) {
    return false;
  }
  const auto& spawns = alg.instance->spawns;
  return std::any_of(spawns.begin(), spawns.end(), [&](const auto& spawn) {
    return depends_on(*spawn->alg, inner);
  });
}

void remove_instance(const Context& context, Alg& instance, Removed& removed) {
  if ((instance.flags & kAlgDead) != 0) {
    return;
  }
  instance.flags |= kAlgDead;
  context.owned_by(instance.module).count(Counter::spawns_evicted);
  removed.add(context.registry().impl().table.unlink(instance));
}

// Removes the instance at the other end of a spawn, and what is built on it;
// false if that is spared.
bool remove_spawn(const Context& context, Spawn& spawn, const Alg* keep,
                  Removed& removed) {
  const auto instance = spawn.instance.lock();
  if (!spawn.registered || instance == nullptr) {
    // Under construction: its registration will see it.
    spawn.dead = true;
    return true;
  }
  const bool is_spared = keep != nullptr && depends_on(*keep, *instance);
  if (!is_spared) {
    spawn.dead = true;
    remove_instance(context, *instance, removed);
  }
  remove_spawns(context, *instance, keep, removed);
  return !is_spared;
}

}  // namespace

void remove_spawns(const Context& context, Alg& alg, const Alg* keep,
                   Removed& removed) noexcept {
  std::erase_if(alg.registration.users, [&](const auto& user) {
    const auto spawn = user.lock();
    return spawn == nullptr || remove_spawn(context, *spawn, keep, removed);
  });
}

tl::expected<std::shared_ptr<Spawn>, Errno> grab_spawn(const Context& context,
                                                       std::string_view name,
                                                       AlgFlags type,
                                                       AlgFlags mask) {
  auto found = alg_mod_lookup(context, name, type | kAlgFipsInternal, mask);
  if (!found) {
    return fail(found.error());
  }
  auto& impl = context.registry().impl();
  auto spawn = std::make_shared<Spawn>();
  const WriteLock lock(impl.lock);
  if (is_moribund(**found)) {
    return fail(EAGAIN);
  }
  spawn->alg = found->shared();
  spawn->mask = mask;
  auto& users = (*found)->registration.users;
  std::erase_if(users, [](const auto& user) { return user.expired(); });
  users.push_back(spawn);
  return spawn;
}

tl::expected<AlgFlags, Errno> check_attr_type(const TemplateArgs& args,
                                              AlgFlags type) {
  if (((args.type ^ type) & args.mask) != 0) {
    return fail(EINVAL);
  }
  return (args.type ^ kInheritedFlags) & args.mask & kInheritedFlags;
}

tl::expected<void, Errno> inst_setname(Alg& instance, const Template& tmpl,
                                       const Alg& inner) {
  return inst_setname_of(instance, tmpl, inner, inner.name, inner.driver_name);
}

tl::expected<void, Errno> inst_setname_of(Alg& instance, const Template& tmpl,
                                          const Alg& inner,
                                          const std::string& name,
                                          const std::string& driver_name) {
  instance.name = tmpl.name + '(' + name + ')';
  instance.driver_name = tmpl.name + '(' + driver_name + ')';
  if (instance.name.size() >= kMaxAlgName ||
      instance.driver_name.size() >= kMaxAlgName) {
    return fail(ENAMETOOLONG);
  }
  instance.priority = inner.priority;
  instance.blocksize = inner.blocksize;
  instance.alignmask = inner.alignmask;
  instance.flags |= inner.flags & kInheritedFlags;
  return {};
}

}  // namespace crypto
