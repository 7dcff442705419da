#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "crypto/context.h"
#include "crypto/decision.h"
#include "crypto/errno.h"

namespace crypto {

/// Algorithm flags, with the kernel's values.
using AlgFlags = std::uint32_t;
inline constexpr AlgFlags kAlgTypeMask = 0x0f;
inline constexpr AlgFlags kAlgTypeCipher = 0x01;
inline constexpr AlgFlags kAlgTypeAead = 0x03;
inline constexpr AlgFlags kAlgTypeLskcipher = 0x04;  // none here
inline constexpr AlgFlags kAlgTypeSkcipher = 0x05;
inline constexpr AlgFlags kAlgTypeShash = 0x0e;
inline constexpr AlgFlags kAlgLarval = 0x10;
inline constexpr AlgFlags kAlgDead = 0x20;
inline constexpr AlgFlags kAlgDying = 0x40;
inline constexpr AlgFlags kAlgAsync = 0x80;
inline constexpr AlgFlags kAlgNeedFallback = 0x100;
inline constexpr AlgFlags kAlgTested = 0x400;
inline constexpr AlgFlags kAlgInstance = 0x800;
inline constexpr AlgFlags kAlgInternal = 0x2000;
inline constexpr AlgFlags kAlgNoload = 0x8000;
inline constexpr AlgFlags kAlgFipsInternal = 0x20000;

/// Names are buffers of 128 bytes in the kernel, terminator included.
inline constexpr std::size_t kMaxAlgName = 128;

class Alg;
struct Entry;
struct Template;

/// A link from an instance to an algorithm it is built on. Shared by the
/// instance and, weakly, by the algorithm's `users`. Guarded by the registry
/// lock; `dead` may be read without.
struct Spawn {
  std::shared_ptr<Alg> alg;
  /// The instance, while it is alive and registered.
  std::weak_ptr<Alg> instance;
  AlgFlags mask = 0;
  std::atomic<bool> dead{false};
  bool registered = false;
};

/// What makes an algorithm an instance: its template and its spawns.
struct Instance {
  const Template* tmpl = nullptr;
  std::vector<std::shared_ptr<Spawn>> spawns;
};

/// What the registry keeps with an algorithm. Guarded by the registry lock; the
/// entry may be read without.
struct AlgRegistration {
  /// Its entry in the table, with the count of its references: handles,
  /// larvals and the listing itself. Null while it is not listed.
  std::atomic<Entry*> entry{nullptr};
  Decision decision;
  SelftestState state = SelftestState::none;
  Reason state_reason = Reason::by_default;
  int state_code = 0;
  /// The init that registered it.
  ModuleId scope = kNoModule;
  /// Instances built on this algorithm.
  std::vector<std::weak_ptr<Spawn>> users;
};

/// An algorithm as its provider describes it. The provider fills the plain
/// members, gives it to register_alg() and does not change it after that;
/// `flags` and `registration` then belong to the registry and its lock.
/// Shared: an unregistered algorithm lives until its last handle goes.
class Alg {
 public:
  Alg() = default;
  Alg(const Alg&) = delete;
  Alg& operator=(const Alg&) = delete;
  virtual ~Alg() = default;

  /// What /proc/crypto calls the type, then its own lines, if any.
  [[nodiscard]] virtual std::string_view type_name() const = 0;
  [[nodiscard]] virtual std::string type_lines() const { return {}; }

  std::string name;
  std::string driver_name;
  int priority = 0;
  std::atomic<AlgFlags> flags{0};
  std::size_t blocksize = 0;
  std::size_t alignmask = 0;
  /// The owner; for an instance the template's module. Set at registration.
  ModuleId module = kNoModule;
  /// Null unless this is an instance.
  std::unique_ptr<Instance> instance;
  AlgRegistration registration;
};

/// What a template is instantiated with: the wanted type, and its arguments.
struct TemplateArgs {
  AlgFlags type = 0;
  AlgFlags mask = 0;
  std::vector<std::string> names;
};

/// Makes instances from a name such as `hmac(sha256)`. `create` builds and
/// registers one; EAGAIN makes the prober call it again. It runs on a probe
/// thread without the registry lock.
struct Template {
  std::string name;
  ModuleId module = kNoModule;
  std::function<tl::expected<void, Errno>(const Context&, const Template&,
                                          const TemplateArgs&)>
      create;
};

}  // namespace crypto
