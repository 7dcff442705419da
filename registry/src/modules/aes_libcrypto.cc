#include <memory>

#include <openssl/aes.h>

#include "crypto/algapi.h"
#include "crypto/cipher.h"
#include "crypto/module.h"
#include "modules/libcrypto_hash.h"

namespace crypto {

tl::expected<void, Errno> aes_libcrypto_mod_init(const ModuleContext& context);

namespace {

/// Both schedules of a key.
class AesContext final : public TfmContext {
 public:
  ~AesContext() override {
    wipe(std::as_writable_bytes(std::span(&encrypt, 1)));
    wipe(std::as_writable_bytes(std::span(&decrypt, 1)));
  }

  AES_KEY encrypt{};
  AES_KEY decrypt{};
};

const unsigned char* text(std::span<const std::byte> bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}
unsigned char* text(std::span<std::byte> bytes) {
  return reinterpret_cast<unsigned char*>(bytes.data());
}

/// AES by libcrypto's low-level functions, which allocate nothing.
class AesLibcrypto final : public CipherAlg {
 public:
  AesLibcrypto() {
    name = "aes";
    driver_name = "aes-libcrypto";
    priority = kLibcryptoPriority;
    blocksize = AES_BLOCK_SIZE;
    min_keysize = 16;
    max_keysize = 32;
  }

  [[nodiscard]] tl::expected<std::unique_ptr<TfmContext>, Errno> init_tfm(
      const Context& /*context*/) const override {
    return std::make_unique<AesContext>();
  }

  // Key sizes other than 16, 24 and 32 are refused by the library.
  [[nodiscard]] tl::expected<void, Errno> setkey(
      TfmContext* context, std::span<const std::byte> key) const override {
    auto& own = static_cast<AesContext&>(*context);
    const int bits = static_cast<int>(key.size()) * 8;
    if (AES_set_encrypt_key(text(key), bits, &own.encrypt) != 0 ||
        AES_set_decrypt_key(text(key), bits, &own.decrypt) != 0) {
      return fail(EINVAL);
    }
    return {};
  }

  void encrypt(const TfmContext* context, std::span<std::byte> out,
               std::span<const std::byte> in) const override {
    AES_encrypt(text(in), text(out),
                &static_cast<const AesContext&>(*context).encrypt);
  }
  void decrypt(const TfmContext* context, std::span<std::byte> out,
               std::span<const std::byte> in) const override {
    AES_decrypt(text(in), text(out),
                &static_cast<const AesContext&>(*context).decrypt);
  }
};

}  // namespace

[[gnu::noinline]] tl::expected<void, Errno> aes_libcrypto_mod_init(
    const ModuleContext& context) {
  return register_alg(context, std::make_shared<AesLibcrypto>());
}

}  // namespace crypto
