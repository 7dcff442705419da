#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string_view>
#include <vector>

#include "crypto/context.h"
#include "crypto/errno.h"
#include "crypto/module.h"

namespace crypto {

/// The module at INDEX of the init table; 0 is none.
[[nodiscard]] inline ModuleId id_of(std::size_t index) {
  return static_cast<ModuleId>(index + 1);
}

/// A shared object, mapped until it goes.
class SharedObject {
 public:
  /// Maps `file` and finds the row of its module. Errors: ENOENT (no such
  /// file), ENOEXEC (it cannot be linked, or has no row); `why` tells more.
  [[nodiscard]] static tl::expected<SharedObject, Errno> open(
      const std::filesystem::path& file, std::string& why);

  [[nodiscard]] const ModuleInfo& row() const { return *row_; }

 private:
  struct Closer {
    void operator()(void* handle) const;
  };

  SharedObject(void* handle, const ModuleInfo* row)
      : handle_(handle), row_(row) {}

  std::unique_ptr<void, Closer> handle_;
  const ModuleInfo* row_;
};

/// Answers requests for modules as modprobe would: finds who provides the
/// alias, and has it loaded once. A request that arrives while its module is
/// being loaded waits for that; one whose wait would never end (the module
/// waits for the requester, over any number of modules) is answered at once:
/// nothing was loaded. Any thread.
class Loader {
 public:
  enum class State : std::uint8_t { absent, loading, live, failed };

  /// Loads one module on behalf of a context: true for success. Called with no
  /// lock held, once for each module at a time.
  using LoadFn = std::function<bool(const Context&, std::size_t index)>;

  /// `modules` in the order of their ids, which begin at 1.
  Loader(std::vector<const ModuleInfo*> modules, LoadFn load);

  /// True if the alias is that of a loadable module and this request, or the
  /// one it waited for, loaded it.
  [[nodiscard]] bool request(const Context& context, std::string_view alias);
  /// The same for a module. Returns whether it is live afterwards.
  bool load(const Context& context, std::size_t index);
  /// Lets it be loaded again.
  void forget(std::size_t index);
  [[nodiscard]] State state(std::size_t index) const;

 private:
  [[nodiscard]] bool would_deadlock(ModuleId requester, ModuleId wanted) const;
  bool load_alone(const Context& context, std::size_t index,
                  std::unique_lock<std::mutex>& lock);

  const std::vector<const ModuleInfo*> modules_;
  const LoadFn load_;

  // Guards all below; `changed_` tells that a module is no longer loading.
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<State> states_;
  /// Which inits wait for which modules.
  std::multimap<ModuleId, ModuleId> waits_;
};

}  // namespace crypto
