#include "crypto/tfm.h"

#include <cstring>
#include <utility>

namespace crypto {

void wipe(std::span<std::byte> memory) {
  if (!memory.empty()) {
    explicit_bzero(memory.data(), memory.size());
  }
}

tl::expected<std::unique_ptr<TfmContext>, Errno> TfmAlg::init_tfm(
    const Context& /*context*/) const {
  return nullptr;
}

tl::expected<void, Errno> TfmAlg::setkey(
    TfmContext* /*context*/, std::span<const std::byte> /*key*/) const {
  return fail(ENOSYS);
}

KeyedTfm::KeyedTfm(AlgRef alg, const Context& context,
                   std::unique_ptr<TfmContext> tfm_context)
    : Tfm(std::move(alg), context),
      tfm_alg_(static_cast<const TfmAlg*>(&base_alg())),
      tfm_context_(std::move(tfm_context)),
      needs_key_(tfm_alg_->is_keyed) {}

tl::expected<void, Errno> KeyedTfm::setkey(std::span<const std::byte> key) {
  needs_key_ = tfm_alg_->is_keyed;
  if (key.size() < tfm_alg_->min_keysize ||
      key.size() > tfm_alg_->max_keysize) {
    return fail(EINVAL);
  }
  auto result = tfm_alg_->setkey(tfm_context_.get(), key);
  needs_key_ = tfm_alg_->is_keyed && !result;
  return result;
}

}  // namespace crypto
