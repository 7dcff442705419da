#include "crypto/aead.h"

#include "tfm_alloc.h"
#include "type_lines.h"

namespace crypto {

AeadAlg::AeadAlg() {
  flags = kAlgTypeAead;
  is_keyed = true;
}

std::string_view AeadAlg::type_name() const { return "aead"; }

std::string AeadAlg::type_lines() const {
  return type_line("async", (flags & kAlgAsync) != 0 ? "yes" : "no") +
         type_line("blocksize", blocksize) + type_line("ivsize", ivsize) +
         type_line("maxauthsize", maxauthsize) + type_line("geniv", "<none>");
}

tl::expected<void, Errno> Aead::setauthsize(std::size_t authsize) {
  if (authsize > alg_->maxauthsize || !alg_->is_authsize(authsize)) {
    return fail(EINVAL);
  }
  authsize_ = authsize;
  return {};
}

tl::expected<void, Errno> Aead::check(const AeadRequest& request) const {
  if (needs_key()) {
    return fail(ENOKEY);
  }
  if (request.iv.size() != ivsize()) {
    return fail(EINVAL);
  }
  return {};
}

tl::expected<void, Errno> Aead::encrypt(const AeadRequest& request) const {
  if (auto result = check(request); !result) {
    return result;
  }
  if (request.dst.size() < request.src.size() + authsize_) {
    return fail(EINVAL);
  }
  return alg_->encrypt(tfm_context(), request, authsize_);
}

tl::expected<void, Errno> Aead::decrypt(const AeadRequest& request) const {
  if (auto result = check(request); !result) {
    return result;
  }
  if (request.src.size() < authsize_ ||
      request.dst.size() < request.src.size() - authsize_) {
    return fail(EINVAL);
  }
  return alg_->decrypt(tfm_context(), request, authsize_);
}

tl::expected<Aead, Errno> alloc_aead(const Context& context,
                                     std::string_view name, AlgFlags type,
                                     AlgFlags mask) {
  return alloc_tfm<Aead>(context, name, type, mask);
}

tl::expected<std::shared_ptr<Spawn>, Errno> grab_aead(const Context& context,
                                                      std::string_view name,
                                                      AlgFlags mask) {
  return grab_spawn(context, name, kAlgTypeAead, mask | kAlgTypeMask);
}

tl::expected<Aead, Errno> spawn_aead(const Context& context,
                                     const Spawn& spawn) {
  return spawn_tfm<Aead>(context, spawn);
}

}  // namespace crypto
