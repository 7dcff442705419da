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
  if (auto taken = context.registry().impl().table.unlink(instance)) {
    removed.push_back(std::move(taken));
  }
}

}  // namespace

void remove_spawns(const Context& context, Alg& alg, const Alg* keep,
                   Removed& removed) {
  std::vector<std::weak_ptr<Spawn>> spared;
  for (const auto& user : std::exchange(alg.registration.users, {})) {
    const auto spawn = user.lock();
    if (spawn == nullptr) {
      continue;
    }
    const auto instance = spawn->instance.lock();
    if (!spawn->registered || instance == nullptr) {
      // Under construction: its registration will see it.
      spawn->dead = true;
      continue;
    }
    if (keep != nullptr && depends_on(*keep, *instance)) {
      spared.push_back(user);
    } else {
      spawn->dead = true;
      remove_instance(context, *instance, removed);
    }
    remove_spawns(context, *instance, keep, removed);
  }
  alg.registration.users = std::move(spared);
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
