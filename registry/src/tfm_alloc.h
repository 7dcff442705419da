#pragma once

#include <memory>
#include <string_view>
#include <utility>

#include "crypto/tfm.h"
#include "internal.h"

namespace crypto {

/// What alloc_shash() and its kind have in common. A Handle names its type as
/// kType and is made of an AlgRef,
/// a context and what init_tfm() returned.

/// Takes `alg` over where it succeeds, and leaves it alone where not.
template <typename Handle>
[[nodiscard]] tl::expected<Handle, Errno> make_tfm(const Context& context,
                                                   AlgRef& alg) {
  const auto& base = static_cast<const TfmAlg&>(*alg);
  auto own = or_enomem([&] { return base.init_tfm(context); });
  if (!own) {
    return fail(own.error());
  }
  return Handle(std::move(alg), context, std::move(*own));
}

/// Errors: those of alg_mod_lookup() but never EAGAIN; ENOMEM; what the
/// algorithm's init_tfm() returned.
template <typename Handle>
[[nodiscard]] tl::expected<Handle, Errno> alloc_tfm(const Context& context,
                                                    std::string_view name,
                                                    AlgFlags type,
                                                    AlgFlags mask) {
  type = (type & ~kAlgTypeMask) | Handle::kType;
  mask |= kAlgTypeMask;
  while (true) {
    auto found = find_alg(context, name, type, mask);
    if (!found) {
      return fail(found.error());
    }
    auto tfm = make_tfm<Handle>(context, *found);
    if (tfm || tfm.error().code() != EAGAIN) {
      return tfm;
    }
    // What it was built on is gone: let the next lookup build a new one.
    shoot_alg(context.registry(), **found);
    if (context.stop().stop_requested()) {
      return fail(EINTR);
    }
  }
}

/// A handle on what a spawn links to; EAGAIN if that has died.
template <typename Handle>
[[nodiscard]] tl::expected<Handle, Errno> spawn_tfm(const Context& context,
                                                    const Spawn& spawn) {
  AlgRef inner;
  {
    const Readers::Section section(context.registry().impl().readers);
    if (!spawn.dead && !is_moribund(*spawn.alg)) {
      inner = pin(spawn.alg);
    }
  }
  if (!inner) {
    return fail(EAGAIN);
  }
  return make_tfm<Handle>(context, inner);
}

}  // namespace crypto
