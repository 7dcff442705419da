// What images do beyond booting: each script puts the registry where a defect
// of the kernel's history would show.
#include <string>

#include "crypto/boot.h"
#include "crypto/hash.h"
#include "internal.h"

namespace crypto {

void two_drivers_script(Boot& boot);
void stray_result_script(Boot& boot);
void subscriber_script(Boot& boot);

namespace {

constexpr std::string_view kDriver = "sha256_libcrypto";
constexpr std::string_view kInstance = "hmac(sha256)";
constexpr std::chrono::seconds kHeldLimit{10};

// As a user would, on nobody's behalf; the handle goes at once.
void look_up(Boot& boot, std::string_view name) {
  Registry& registry = boot.registry();
  const auto found = alloc_shash(Context(registry), name);
  registry.log(
      "lookup " + std::string(name) + ": " +
      (found ? found->driver_name() : std::to_string(-code_of(found))));
}

bool is_tested(const Registry& registry, std::string_view module) {
  return selftest_decision(registry, registry.module_id(module)).outcome ==
         Outcome::run;
}

}  // namespace

/// A better driver comes when hmac(sha256) exists, which it evicts. It goes,
/// hmac(sha256) is built on the other one, it comes again and goes while its
/// test is held back: the late result must change nothing (b81e286ba154).
void two_drivers_script(Boot& boot) {
  Registry& registry = boot.registry();
  if (!boot.is_loadable(kDriver)) {
    return;  // built in, it was there all the time
  }
  static_cast<void>(boot.load_module(kDriver));
  static_cast<void>(boot.rest());
  look_up(boot, kInstance);
  static_cast<void>(boot.unload_module(kDriver));
  look_up(boot, kInstance);
  const bool is_held = is_tested(registry, kDriver);
  if (is_held) {
    boot.gate().hold("sha256-libcrypto");
  }
  if (boot.load_module(kDriver)) {
    if (is_held) {
      static_cast<void>(boot.gate().wait_held(kHeldLimit));
    }
    look_up(boot, "sha224-libcrypto");  // its test is over
    boot.unregister_module(kDriver);
  }
  boot.gate().release();
  static_cast<void>(boot.rest());
  look_up(boot, kInstance);
}

/// A result for a driver that nobody tests is logged and nothing else.
void stray_result_script(Boot& boot) {
  alg_tested(Context(boot.registry()), "no-such-driver", 0);
}

/// Somebody subscribes inside a callback: that counts from the next message,
/// and nobody waits for it (77251e41f89a).
void subscriber_script(Boot& boot) {
  Registry& registry = boot.registry();
  register_notifier(registry, [](const Context& caller, Message message,
                                 const std::shared_ptr<Alg>& /*alg*/) {
    if (message == Message::request) {
      register_notifier(caller.registry(), [](const Context&, Message,
                                              const std::shared_ptr<Alg>&) {
        return Verdict::done;
      });
    }
    return Verdict::done;
  });
  look_up(boot, "hmac(sha224)");
  look_up(boot, "hmac(no-such-hash)");
}

}  // namespace crypto
