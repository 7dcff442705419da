#include "skcipher_simple.h"

namespace crypto {

tl::expected<std::unique_ptr<TfmContext>, Errno> SimpleSkcipher::init_tfm(
    const Context& context) const {
  auto cipher = spawn_cipher(context, *instance->spawns.front());
  if (!cipher) {
    return fail(cipher.error());
  }
  return std::make_unique<CipherContext>(std::move(*cipher));
}

tl::expected<void, Errno> SimpleSkcipher::setkey(
    TfmContext* context, std::span<const std::byte> key) const {
  return static_cast<CipherContext*>(context)->setkey(key);
}

tl::expected<std::shared_ptr<Spawn>, Errno> grab_only_cipher(
    const Context& context, const TemplateArgs& args, AlgFlags type) {
  const auto mask = check_attr_type(args, type);
  if (!mask) {
    return fail(mask.error());
  }
  if (args.names.size() != 1) {
    return fail(EINVAL);
  }
  return grab_cipher(context, args.names.front(), *mask);
}

tl::expected<void, Errno> init_simple_instance(const Context& context,
                                               const Template& tmpl,
                                               const TemplateArgs& args,
                                               SimpleSkcipher& alg) {
  auto spawn = grab_only_cipher(context, args, kAlgTypeSkcipher);
  if (!spawn) {
    return fail(spawn.error());
  }
  const auto& inner = static_cast<const CipherAlg&>(*(*spawn)->alg);
  alg.instance = std::make_unique<Instance>();
  alg.instance->spawns.push_back(std::move(*spawn));
  alg.min_keysize = inner.min_keysize;
  alg.max_keysize = inner.max_keysize;
  alg.ivsize = inner.blocksize;
  alg.chunksize = inner.blocksize;
  return inst_setname(alg, tmpl, inner);
}

}  // namespace crypto
