#include "loader.h"

#include <algorithm>
#include <string>
#include <utility>

#include <dlfcn.h>

#include "crypto/registry.h"

namespace crypto {
namespace {

/// What each shared object of a module defines; see crypto_module_row().
constexpr const char* kRowSymbol = "crypto_module_row";
constexpr std::string_view kAliasPrefix = "crypto-";

bool answers(const ModuleInfo& module, std::string_view alias) {
  if (alias.starts_with(kAliasPrefix)) {
    alias.remove_prefix(kAliasPrefix.size());
  }
  return module.name == alias ||
         std::ranges::find(module.aliases, alias) != module.aliases.end();
}

}  // namespace

void SharedObject::Closer::operator()(void* handle) const { dlclose(handle); }

tl::expected<SharedObject, Errno> SharedObject::open(
    const std::filesystem::path& file, std::string& why) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) {
    why = "there is no file " + file.string();
    return fail(ENOENT);
  }
  // All symbols at once: a missing one is an error here, not in some call.
  std::unique_ptr<void, Closer> handle(
      dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL));
  if (handle == nullptr) {
    why = dlerror();
    return fail(ENOEXEC);
  }
  using RowFn = const ModuleInfo& (*)();
  void* const symbol = dlsym(handle.get(), kRowSymbol);
  if (symbol == nullptr) {
    why = file.string() + " is no module: it has no " + kRowSymbol;
    return fail(ENOEXEC);
  }
  const ModuleInfo& row = reinterpret_cast<RowFn>(symbol)();
  return SharedObject(handle.release(), &row);
}

Loader::Loader(std::vector<const ModuleInfo*> modules, LoadFn load)
    : modules_(std::move(modules)), load_(std::move(load)) {
  for (const ModuleInfo* module : modules_) {
    states_.push_back(module->file.empty() ? State::live : State::absent);
  }
}

bool Loader::request(const Context& context, std::string_view alias) {
  for (std::size_t i = 0; i < modules_.size(); ++i) {
    if (!modules_[i]->file.empty() && answers(*modules_[i], alias) &&
        state(i) != State::live) {
      return load(context, i);
    }
  }
  return false;
}

bool Loader::load(const Context& context, std::size_t index) {
  std::unique_lock lock(mutex_);
  if (states_[index] == State::absent) {
    return load_alone(context, index, lock);
  }
  if (states_[index] == State::loading) {
    if (would_deadlock(context.scope(), id_of(index))) {
      context.registry().log(
          "module " + std::string(modules_[index]->name) +
          ": asked for while it waits for " +
          std::string(context.registry().module_name(context.scope())));
      return false;
    }
    const auto edge = waits_.emplace(context.scope(), id_of(index));
    changed_.wait(lock, [&] { return states_[index] != State::loading; });
    waits_.erase(edge);
  }
  return states_[index] == State::live;
}

bool Loader::load_alone(const Context& context, std::size_t index,
                        std::unique_lock<std::mutex>& lock) {
  states_[index] = State::loading;
  const auto edge = waits_.emplace(context.scope(), id_of(index));
  lock.unlock();
  const bool is_live = load_(context, index);
  lock.lock();
  waits_.erase(edge);
  states_[index] = is_live ? State::live : State::failed;
  changed_.notify_all();
  return is_live;
}

// True if `wanted` waits for `requester`, maybe by way of others. What nobody's
// init asks for is waited for by nobody's init.
bool Loader::would_deadlock(ModuleId requester, ModuleId wanted) const {
  if (requester == kNoModule) {
    return false;
  }
  std::set<ModuleId> seen;
  std::vector<ModuleId> next = {wanted};
  while (!next.empty()) {
    const ModuleId module = next.back();
    next.pop_back();
    if (module == requester) {
      return true;
    }
    if (seen.insert(module).second) {
      const auto [first, last] = waits_.equal_range(module);
      std::transform(first, last, std::back_inserter(next),
                     [](const auto& edge) { return edge.second; });
    }
  }
  return false;
}

void Loader::forget(std::size_t index) {
  const std::lock_guard lock(mutex_);
  states_[index] = State::absent;
}

Loader::State Loader::state(std::size_t index) const {
  const std::lock_guard lock(mutex_);
  return states_[index];
}

}  // namespace crypto
