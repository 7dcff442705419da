#include <algorithm>
#include <array>
#include <bit>
#include <memory>

#include "crypto/module.h"
#include "modules/xor_bytes.h"
#include "skcipher_simple.h"

namespace crypto {

tl::expected<void, Errno> crypto_cbc_module_init(const ModuleContext& context);

namespace {

using Block = std::array<std::byte, kMaxIvSize>;

void copy(std::span<std::byte> to, std::span<const std::byte> from) {
  std::copy(from.begin(), from.end(), to.begin());
}

/// Cipher block chaining, SP 800-38A 6.2.
class Cbc final : public SimpleSkcipher {
 public:
  [[nodiscard]] tl::expected<void, Errno> encrypt(
      const TfmContext* context, std::span<std::byte> dst,
      std::span<const std::byte> src, std::span<std::byte> iv) const override {
    const Cipher& cipher = static_cast<const CipherContext*>(context)->cipher();
    const std::size_t size = cipher.blocksize();
    for (std::size_t at = 0; at < src.size(); at += size) {
      xor_bytes(iv, iv, src.subspan(at, size));
      if (auto result = cipher.encrypt(iv, iv); !result) {
        return result;
      }
      copy(dst.subspan(at, size), iv);
    }
    return {};
  }

  [[nodiscard]] tl::expected<void, Errno> decrypt(
      const TfmContext* context, std::span<std::byte> dst,
      std::span<const std::byte> src, std::span<std::byte> iv) const override {
    const Cipher& cipher = static_cast<const CipherContext*>(context)->cipher();
    const std::size_t size = cipher.blocksize();
    Block room{};
    const auto ciphertext = std::span(room).first(size);
    for (std::size_t at = 0; at < src.size(); at += size) {
      // In place, it is gone once the block is decrypted.
      copy(ciphertext, src.subspan(at, size));
      const auto block = dst.subspan(at, size);
      if (auto result = cipher.decrypt(block, ciphertext); !result) {
        return result;
      }
      xor_bytes(block, block, iv);
      copy(iv, ciphertext);
    }
    return {};
  }
};

tl::expected<void, Errno> cbc_create(const Context& context,
                                     const Template& tmpl,
                                     const TemplateArgs& args) {
  auto alg = std::make_shared<Cbc>();
  if (auto result = init_simple_instance(context, tmpl, args, *alg); !result) {
    return result;
  }
  if (!std::has_single_bit(alg->blocksize)) {
    return fail(EINVAL);
  }
  return register_instance(context, tmpl, alg);
}

}  // namespace

[[gnu::noinline]] tl::expected<void, Errno> crypto_cbc_module_init(
    const ModuleContext& context) {
  auto tmpl = std::make_shared<Template>();
  tmpl->name = "cbc";
  tmpl->create = cbc_create;
  return register_template(context, tmpl);
}

}  // namespace crypto
