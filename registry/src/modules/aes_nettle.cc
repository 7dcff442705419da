#include <algorithm>
#include <array>
#include <memory>

#include <nettle/aes.h>

#include "crypto/algapi.h"
#include "crypto/cipher.h"
#include "crypto/module.h"
#include "modules/nettle_hash.h"

namespace crypto {

tl::expected<void, Errno> aes_nettle_mod_init(const ModuleContext& context);

namespace {

using std::uint8_t;

/// Room for both schedules of the longest key.
struct Schedules {
  alignas(16) std::array<std::byte, sizeof(aes256_ctx)> encrypt{};
  alignas(16) std::array<std::byte, sizeof(aes256_ctx)> decrypt{};
};

/// nettle has functions and a schedule for each length of key.
struct KeySize {
  std::size_t bytes;
  void (*set)(Schedules&, const uint8_t*);
  void (*encrypt)(const Schedules&, uint8_t*, const uint8_t*);
  void (*decrypt)(const Schedules&, uint8_t*, const uint8_t*);
};

template <typename Ctx>
Ctx& schedule(std::array<std::byte, sizeof(aes256_ctx)>& bytes) {
  static_assert(sizeof(Ctx) <= sizeof(aes256_ctx));
  return *std::launder(reinterpret_cast<Ctx*>(bytes.data()));
}
template <typename Ctx>
const Ctx& schedule(const std::array<std::byte, sizeof(aes256_ctx)>& bytes) {
  return *std::launder(reinterpret_cast<const Ctx*>(bytes.data()));
}

template <typename Ctx, void (*SetEncrypt)(Ctx*, const uint8_t*),
          void (*Invert)(Ctx*, const Ctx*),
          void (*Encrypt)(const Ctx*, std::size_t, uint8_t*, const uint8_t*),
          void (*Decrypt)(const Ctx*, std::size_t, uint8_t*, const uint8_t*)>
constexpr KeySize key_size(std::size_t bytes) {
  return {.bytes = bytes,
          .set =
              [](Schedules& own, const uint8_t* key) {
                auto& forward = schedule<Ctx>(own.encrypt);
                SetEncrypt(&forward, key);
                Invert(&schedule<Ctx>(own.decrypt), &forward);
              },
          .encrypt =
              [](const Schedules& own, uint8_t* out, const uint8_t* in) {
                Encrypt(&schedule<Ctx>(own.encrypt), AES_BLOCK_SIZE, out, in);
              },
          .decrypt =
              [](const Schedules& own, uint8_t* out, const uint8_t* in) {
                Decrypt(&schedule<Ctx>(own.decrypt), AES_BLOCK_SIZE, out, in);
              }};
}

constexpr KeySize kKeySizes[] = {
    key_size<aes128_ctx, nettle_aes128_set_encrypt_key,
             nettle_aes128_invert_key, nettle_aes128_encrypt,
             nettle_aes128_decrypt>(AES128_KEY_SIZE),
    key_size<aes192_ctx, nettle_aes192_set_encrypt_key,
             nettle_aes192_invert_key, nettle_aes192_encrypt,
             nettle_aes192_decrypt>(AES192_KEY_SIZE),
    key_size<aes256_ctx, nettle_aes256_set_encrypt_key,
             nettle_aes256_invert_key, nettle_aes256_encrypt,
             nettle_aes256_decrypt>(AES256_KEY_SIZE),
};

class AesContext final : public TfmContext {
 public:
  ~AesContext() override {
    wipe(schedules.encrypt);
    wipe(schedules.decrypt);
  }

  Schedules schedules;
  // Set with the key.
  const KeySize* size = nullptr;
};

const AesContext& own(const TfmContext* context) {
  return static_cast<const AesContext&>(*context);
}
const uint8_t* text(std::span<const std::byte> bytes) {
  return reinterpret_cast<const uint8_t*>(bytes.data());
}
uint8_t* text(std::span<std::byte> bytes) {
  return reinterpret_cast<uint8_t*>(bytes.data());
}

/// AES by nettle, as fast as the processor allows.
class AesNettle final : public CipherAlg {
 public:
  AesNettle() {
    name = "aes";
    driver_name = "aes-nettle";
    priority = kNettlePriority;
    blocksize = AES_BLOCK_SIZE;
    min_keysize = AES128_KEY_SIZE;
    max_keysize = AES256_KEY_SIZE;
  }

  [[nodiscard]] tl::expected<std::unique_ptr<TfmContext>, Errno> init_tfm(
      const Context& /*context*/) const override {
    return std::make_unique<AesContext>();
  }

  [[nodiscard]] tl::expected<void, Errno> setkey(
      TfmContext* context, std::span<const std::byte> key) const override {
    const auto* const size =
        std::ranges::find(kKeySizes, key.size(), &KeySize::bytes);
    if (size == std::end(kKeySizes)) {
      return fail(EINVAL);
    }
    auto& keyed = static_cast<AesContext&>(*context);
    keyed.size = size;
    size->set(keyed.schedules, text(key));
    return {};
  }

  void encrypt(const TfmContext* context, std::span<std::byte> out,
               std::span<const std::byte> in) const override {
    own(context).size->encrypt(own(context).schedules, text(out), text(in));
  }
  void decrypt(const TfmContext* context, std::span<std::byte> out,
               std::span<const std::byte> in) const override {
    own(context).size->decrypt(own(context).schedules, text(out), text(in));
  }
};

}  // namespace

[[gnu::noinline]] tl::expected<void, Errno> aes_nettle_mod_init(
    const ModuleContext& context) {
  return register_alg(context, std::make_shared<AesNettle>());
}

}  // namespace crypto
