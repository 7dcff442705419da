#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "crypto/context.h"
#include "crypto/decision.h"
#include "crypto/errno.h"

namespace crypto {

struct AlgTest;

/// When a module is initialised; the kernel's initcall levels.
enum class Level : std::uint8_t { arch, subsys, module, late };

/// What a module's init gets: its context, its decision, and, where it tests
/// itself, the means to report that. Valid during init.
class ModuleContext : public Context {
 public:
  ModuleContext(const Context& context, const Decision& decision)
      : Context(context.inside_init()), decision_(&decision) {}

  /// Stored before init was called: reading it costs a load.
  [[nodiscard]] const Decision& decision() const { return *decision_; }

  /// For a module that tests itself. Begin and end stand around the test, a
  /// vector is reported where it is executed. `code` is 0 or a positive errno
  /// and becomes the module's state; `cause` (0 if none) is only recorded, for
  /// a code that hides what happened.
  void selftest_begin(std::string_view subject) const;
  void selftest_vector(std::string_view subject) const;
  void selftest_end(std::string_view subject, int code, int cause = 0) const;

  void log(std::string_view line) const;
  [[nodiscard]] bool fips_enabled() const;
  /// Ends the boot; see Registry::panic().
  void panic(std::string_view why) const;

 private:
  const Decision* decision_;
};

using InitFn = tl::expected<void, Errno> (*)(const ModuleContext& context);

/// A row of the init table that crypto_initcall() generates. That of a loadable
/// module knows a file in place of its functions, which the row inside that
/// file has.
struct ModuleInfo {
  std::string_view name;
  std::string_view init_name;
  InitFn init = nullptr;
  /// The shared object in the folder of modules; empty: built in.
  std::string_view file{};
  Level level = Level::module;
  /// The algorithm, driver and template names that it provides.
  std::span<const std::string_view> aliases{};
  std::span<const std::string_view> images{};
  bool selftests_compiled = false;
  /// `<module>.DISABLE_TESTS` as built: inherit, OFF or ON.
  std::string_view disable_tests_override = "inherit";
  /// Its self-test rows; null if it has none of its own, or none compiled.
  const std::span<const AlgTest>* selftests = nullptr;
  /// Has neither algorithms nor templates: its init is what is tested.
  bool tests_itself = false;
  /// False for the manager: `cryptomgr.notests` is the global setting.
  bool is_under_test = true;
};

}  // namespace crypto
