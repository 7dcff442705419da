#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "crypto/alg.h"

namespace crypto {

/// The provider's side: register and unregister algorithms, templates and
/// instances. None of these waits for a self-test. In a registry that has
/// panicked all return EIO.

/// Adds an algorithm. Its owner becomes `context.module()`, its decision is
/// made and stored. Errors: EINVAL (fields), EEXIST (collision), EIO.
[[nodiscard]] tl::expected<void, Errno> register_alg(
    const Context& context, const std::shared_ptr<Alg>& alg);
/// All or none: at the first error the earlier ones are removed in reverse.
[[nodiscard]] tl::expected<void, Errno> register_algs(
    const Context& context, std::span<const std::shared_ptr<Alg>> algs);
/// Removes an algorithm and the instances built on it; handles keep working.
/// An algorithm that is not registered is a warning.
void unregister_alg(const Context& context, const std::shared_ptr<Alg>& alg);
void unregister_algs(const Context& context,
                     std::span<const std::shared_ptr<Alg>> algs);

/// Adds a template; EEXIST if its name is taken. It must stay valid until
/// unregistered, which removes its instances too.
[[nodiscard]] tl::expected<void, Errno> register_template(
    const Context& context, const std::shared_ptr<Template>& tmpl);
void unregister_template(const Context& context,
                         const std::shared_ptr<Template>& tmpl);

/// For Template::create: looks the inner algorithm up and links a spawn to it.
/// Errors: those of a lookup; EAGAIN if it died meanwhile.
[[nodiscard]] tl::expected<std::shared_ptr<Spawn>, Errno> grab_spawn(
    const Context& context, std::string_view name, AlgFlags type,
    AlgFlags mask);
/// EINVAL unless the wanted type fits; the mask that inner lookups inherit.
[[nodiscard]] tl::expected<AlgFlags, Errno> check_attr_type(
    const TemplateArgs& args, AlgFlags type);
/// Names `instance` TEMPLATE(NAME) and TEMPLATE(DRIVER) of the inner
/// algorithm, and takes over its priority, block size and alignment.
/// ENAMETOOLONG from 128 bytes on.
[[nodiscard]] tl::expected<void, Errno> inst_setname(Alg& instance,
                                                     const Template& tmpl,
                                                     const Alg& inner);
/// The same, with other names in the brackets.
[[nodiscard]] tl::expected<void, Errno> inst_setname_of(
    Alg& instance, const Template& tmpl, const Alg& inner,
    const std::string& name, const std::string& driver_name);
/// Registers what `create` built. REQUIRES: `alg->instance` with its spawns.
/// Errors: as register_alg; EAGAIN if a spawn has died.
[[nodiscard]] tl::expected<void, Errno> register_instance(
    const Context& context, const Template& tmpl,
    const std::shared_ptr<Alg>& alg);

/// Notifications. REQUEST asks for a template to be instantiated, REGISTER for
/// a test, both without the lock; LOADED tells, under the write lock, that an
/// algorithm became usable: its receivers must not call the registry.
enum class Message : std::uint8_t { request, register_alg, loaded };
/// done: nobody cared; ok: seen; stop: taken.
enum class Verdict : std::uint8_t { done, ok, stop };
using Notifier = std::function<Verdict(const Context&, Message,
                                       const std::shared_ptr<Alg>&)>;

/// Subscribing inside a callback is legal and counts from the next message.
void register_notifier(Registry& registry, Notifier notifier);

/// Initialises the manager: it answers REQUEST and REGISTER with threads.
void register_manager(const Context& context);

/// Ends deferral, then starts every test that still waits for it.
void start_tests(const Context& context);
/// True once tests are no longer deferred.
[[nodiscard]] bool boot_test_finished(const Registry& registry);

/// Reports a self-test's result (0, or a positive errno) for a driver under
/// test; without such a driver it is logged and ignored.
void alg_tested(const Context& context, std::string_view driver, int code);

}  // namespace crypto
