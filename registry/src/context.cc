#include "crypto/context.h"

#include <utility>

#include "internal.h"

namespace crypto {

Context Context::owned_by(ModuleId owner) const {
  Context context = *this;
  context.module_ = owner;
  return context;
}

Context Context::cancelled_by(std::stop_token stop) const {
  Context context = *this;
  context.stop_ = std::move(stop);
  return context;
}

Context Context::on_other_thread() const {
  Context context = *this;
  context.inside_init_ = false;
  return context;
}

Context Context::inside_init() const {
  Context context = *this;
  context.inside_init_ = true;
  return context;
}

void Context::count(Counter counter, std::int64_t n, std::size_t label) const {
  auto& impl = registry_->impl();
  impl.counts.add(impl.counter_index(module_, scope_, counter, label), n);
}

void Context::count_errno(Counter counter, int code) const {
  count(counter, 1, errno_label(code));
}

}  // namespace crypto
