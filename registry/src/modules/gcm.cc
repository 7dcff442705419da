#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

#include "crypto/aead.h"
#include "crypto/module.h"
#include "crypto/skcipher.h"
#include "modules/ghash.h"
#include "modules/xor_bytes.h"

namespace crypto {

tl::expected<void, Errno> crypto_gcm_module_init(const ModuleContext& context);

namespace {

constexpr std::size_t kIvSize = 12;
constexpr std::size_t kTagSize = 16;
constexpr std::string_view kCtr = "ctr(";
// SP 800-38D 5.2.1.1: in bytes, 2^32 blocks less two.
constexpr std::uint64_t kMaxText = (std::uint64_t{1} << 36U) - 32;

using Block = std::array<std::byte, kTagSize>;

/// Counter mode, and the key of the hash.
class GcmContext final : public TfmContext {
 public:
  explicit GcmContext(Skcipher ctr) : ctr_(std::move(ctr)) {}
  ~GcmContext() override { wipe(hash_key_); }

  [[nodiscard]] const Skcipher& ctr() const { return ctr_; }
  [[nodiscard]] const Block& hash_key() const { return hash_key_; }

  // The key of the hash is a block of zeros, encrypted: the first block of
  // the stream that starts at the counter zero.
  [[nodiscard]] tl::expected<void, Errno> setkey(
      std::span<const std::byte> key) {
    if (auto result = ctr_.setkey(key); !result) {
      return result;
    }
    hash_key_ = {};
    Block counter{};
    return ctr_.encrypt(hash_key_, hash_key_, counter);
  }

 private:
  Skcipher ctr_;
  Block hash_key_{};
};

const GcmContext& own(const TfmContext* context) {
  return *static_cast<const GcmContext*>(context);
}

// Encrypts or decrypts, and leaves in `mask` what hides the tag. The stream
// starts with the mask, at the counter iv || 1.
tl::expected<void, Errno> crypt(const GcmContext& context,
                                const AeadRequest& request,
                                std::span<const std::byte> src, Block& mask) {
  Block counter{};
  std::copy(request.iv.begin(), request.iv.end(), counter.begin());
  counter.back() = std::byte{1};
  mask = {};
  if (auto result = context.ctr().encrypt(mask, mask, counter); !result) {
    return result;
  }
  return context.ctr().encrypt(request.dst, src, counter);
}

Block authenticate(const GcmContext& context, const AeadRequest& request,
                   std::span<const std::byte> ciphertext) {
  Ghash hash(context.hash_key());
  hash.update(request.assoc);
  hash.update(ciphertext);
  return hash.final(request.assoc.size(), ciphertext.size());
}

// In a time that does not tell where they differ.
bool is_equal(std::span<const std::byte> a, std::span<const std::byte> b) {
  std::byte difference{0};
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference |= a[i] ^ b[i];
  }
  return difference == std::byte{0};
}

/// Galois/counter mode, SP 800-38D, with ivs of 96 bits as in the kernel.
class Gcm final : public AeadAlg {
 public:
  Gcm() {
    ivsize = kIvSize;
    maxauthsize = kTagSize;
  }

  [[nodiscard]] tl::expected<std::unique_ptr<TfmContext>, Errno> init_tfm(
      const Context& context) const override {
    auto ctr = spawn_skcipher(context, *instance->spawns.front());
    if (!ctr) {
      return fail(ctr.error());
    }
    return std::make_unique<GcmContext>(std::move(*ctr));
  }

  [[nodiscard]] tl::expected<void, Errno> setkey(
      TfmContext* context, std::span<const std::byte> key) const override {
    return static_cast<GcmContext*>(context)->setkey(key);
  }

  [[nodiscard]] bool is_authsize(std::size_t authsize) const override {
    return authsize == 4 || authsize == 8 || (authsize >= 12 && authsize <= 16);
  }

  [[nodiscard]] tl::expected<void, Errno> encrypt(
      const TfmContext* context, const AeadRequest& request,
      std::size_t authsize) const override {
    if (request.src.size() > kMaxText) {
      return fail(EINVAL);
    }
    Block mask{};
    if (auto result = crypt(own(context), request, request.src, mask);
        !result) {
      return result;
    }
    const auto text = request.dst.first(request.src.size());
    Block tag = authenticate(own(context), request, text);
    xor_bytes(tag, tag, mask);
    std::copy_n(tag.begin(), authsize,
                request.dst.subspan(text.size()).begin());
    return {};
  }

  [[nodiscard]] tl::expected<void, Errno> decrypt(
      const TfmContext* context, const AeadRequest& request,
      std::size_t authsize) const override {
    const std::size_t size = request.src.size() - authsize;
    if (size > kMaxText) {
      return fail(EINVAL);
    }
    const auto text = request.src.first(size);
    // The tag is judged before a byte of the text is given out.
    Block mask{};
    AeadRequest nothing = request;
    nothing.dst = {};
    if (auto result = crypt(own(context), nothing, {}, mask); !result) {
      return result;
    }
    Block tag = authenticate(own(context), request, text);
    xor_bytes(tag, tag, mask);
    const bool is_authentic =
        is_equal(request.src.subspan(size), std::span(tag).first(authsize));
    wipe(tag);
    if (!is_authentic) {
      return fail(EBADMSG);
    }
    return crypt(own(context), request, text, mask);
  }
};

// NAME of ctr(NAME), and any other name as it is.
std::string argument_of(const std::string& name) {
  if (!name.starts_with(kCtr)) {
    return name;
  }
  return name.substr(kCtr.size(), name.size() - kCtr.size() - 1);
}

tl::expected<void, Errno> gcm_create(const Context& context,
                                     const Template& tmpl,
                                     const TemplateArgs& args) {
  const auto mask = check_attr_type(args, kAlgTypeAead);
  if (!mask) {
    return fail(mask.error());
  }
  if (args.names.size() != 1) {
    return fail(EINVAL);
  }
  auto spawn = grab_skcipher(
      context, std::string(kCtr) + args.names.front() + ')', *mask);
  if (!spawn) {
    return fail(spawn.error());
  }
  const auto& ctr = static_cast<const SkcipherAlg&>(*(*spawn)->alg);
  // A stream cipher over blocks of 16 bytes.
  if (ctr.ivsize != kTagSize || ctr.blocksize != 1) {
    return fail(EINVAL);
  }
  auto alg = std::make_shared<Gcm>();
  alg->instance = std::make_unique<Instance>();
  alg->instance->spawns.push_back(std::move(*spawn));
  if (auto result = inst_setname_of(*alg, tmpl, ctr, argument_of(ctr.name),
                                    argument_of(ctr.driver_name));
      !result) {
    return result;
  }
  alg->min_keysize = ctr.min_keysize;
  alg->max_keysize = ctr.max_keysize;
  return register_instance(context, tmpl, alg);
}

}  // namespace

[[gnu::noinline]] tl::expected<void, Errno> crypto_gcm_module_init(
    const ModuleContext& context) {
  auto tmpl = std::make_shared<Template>();
  tmpl->name = "gcm";
  tmpl->create = gcm_create;
  return register_template(context, tmpl);
}

}  // namespace crypto
