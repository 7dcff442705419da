#include <algorithm>
#include <array>
#include <memory>

#include "crypto/module.h"
#include "modules/xor_bytes.h"
#include "skcipher_simple.h"

namespace crypto {

tl::expected<void, Errno> crypto_ctr_module_init(const ModuleContext& context);

namespace {

using Block = std::array<std::byte, kMaxIvSize>;

// The whole counter block is one big-endian number, as the kernel's
// crypto_inc() takes it.
void increment(std::span<std::byte> counter) {
  for (auto byte = counter.rbegin(); byte != counter.rend(); ++byte) {
    *byte = static_cast<std::byte>(std::to_integer<unsigned>(*byte) + 1);
    if (*byte != std::byte{0}) {
      return;
    }
  }
}

/// Counter mode, SP 800-38A 6.5: a stream of any length.
class Ctr final : public SimpleSkcipher {
 public:
  [[nodiscard]] tl::expected<void, Errno> encrypt(
      const TfmContext* context, std::span<std::byte> dst,
      std::span<const std::byte> src, std::span<std::byte> iv) const override {
    const Cipher& cipher = static_cast<const CipherContext*>(context)->cipher();
    Block block{};
    const auto stream = std::span(block).first(cipher.blocksize());
    tl::expected<void, Errno> result;
    while (!src.empty() && result) {
      result = cipher.encrypt(stream, iv);
      increment(iv);
      const std::size_t size = std::min(src.size(), stream.size());
      xor_bytes(dst.first(size), src.first(size), stream);
      src = src.subspan(size);
      dst = dst.subspan(size);
    }
    wipe(block);
    return result;
  }

  [[nodiscard]] tl::expected<void, Errno> decrypt(
      const TfmContext* context, std::span<std::byte> dst,
      std::span<const std::byte> src, std::span<std::byte> iv) const override {
    return encrypt(context, dst, src, iv);
  }
};

tl::expected<void, Errno> ctr_create(const Context& context,
                                     const Template& tmpl,
                                     const TemplateArgs& args) {
  auto alg = std::make_shared<Ctr>();
  if (auto result = init_simple_instance(context, tmpl, args, *alg); !result) {
    return result;
  }
  // As in the kernel: a block that is not too small to count in.
  if (alg->blocksize < 4 || alg->blocksize % 4 != 0) {
    return fail(EINVAL);
  }
  alg->blocksize = 1;
  return register_instance(context, tmpl, alg);
}

}  // namespace

[[gnu::noinline]] tl::expected<void, Errno> crypto_ctr_module_init(
    const ModuleContext& context) {
  auto tmpl = std::make_shared<Template>();
  tmpl->name = "ctr";
  tmpl->create = ctr_create;
  return register_template(context, tmpl);
}

}  // namespace crypto
