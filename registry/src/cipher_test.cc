#include "crypto/cipher.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <optional>
#include <string>

#include "crypto/aead.h"
#include "crypto/hash.h"
#include "crypto/proc.h"
#include "crypto/skcipher.h"
#include "test_support.h"
#include "vector_file.h"

namespace crypto {
namespace {

using testing::Bytes;
using testing::from_hex;

constexpr const char* kAesDrivers[] = {"aes-generic", "aes-libcrypto",
                                       "aes-nettle"};

using Ciphers = testing::FullImage;

TEST_F(Ciphers, CryptOneBlockInPlaceOrNot) {
  for (const char* driver : kAesDrivers) {
    auto tfm = alloc_cipher(user(), driver);
    ASSERT_TRUE(tfm) << driver;
    // FIPS 197, C.1.
    ASSERT_TRUE(tfm->setkey(from_hex("000102030405060708090a0b0c0d0e0f")));
    const Bytes plain = from_hex("00112233445566778899aabbccddeeff");
    Bytes block = plain;
    ASSERT_TRUE(tfm->encrypt(block, block));
    EXPECT_EQ(block, from_hex("69c4e0d86a7b0430d8cdb78070b4c55a")) << driver;
    Bytes other(16);
    ASSERT_TRUE(tfm->decrypt(other, block));
    EXPECT_EQ(other, plain) << driver;
  }
}

TEST_F(Ciphers, RefuseWithTheKernelsCodes) {
  for (const char* driver : kAesDrivers) {
    auto tfm = alloc_cipher(user(), driver);
    ASSERT_TRUE(tfm) << driver;
    Bytes block(16);
    EXPECT_EQ(code_of(tfm->encrypt(block, block)), ENOKEY);
    EXPECT_EQ(code_of(tfm->decrypt(block, block)), ENOKEY);
    for (const std::size_t size : {0U, 15U, 17U, 20U, 31U, 33U}) {
      EXPECT_EQ(code_of(tfm->setkey(Bytes(size))), EINVAL) << driver << size;
    }
    ASSERT_TRUE(tfm->setkey(Bytes(24)));
    EXPECT_TRUE(tfm->encrypt(block, block));
    EXPECT_EQ(code_of(tfm->encrypt(block, Bytes(15))), EINVAL);
    EXPECT_EQ(code_of(tfm->decrypt(std::span(block).first(15), block)), EINVAL);
    // A key that was refused leaves none.
    EXPECT_EQ(code_of(tfm->setkey(Bytes(20))), EINVAL);
    EXPECT_EQ(code_of(tfm->encrypt(block, block)), ENOKEY);
  }
}

TEST_F(Ciphers, CountTheirBlocks) {
  auto tfm = alloc_skcipher(user(), "ctr(aes-nettle)");
  ASSERT_TRUE(tfm);
  ASSERT_TRUE(tfm->setkey(Bytes(16)));
  const auto before = registry().counter(Counter::cipher_blocks);
  Bytes text(33);
  Bytes iv(16);
  ASSERT_TRUE(tfm->encrypt(text, text, iv));
  EXPECT_EQ(registry().counter(Counter::cipher_blocks) - before, 3);
}

using Skciphers = testing::FullImage;

TEST_F(Skciphers, RefuseWithTheKernelsCodes) {
  for (const char* name : {"cbc(aes)", "ctr(aes)"}) {
    auto tfm = alloc_skcipher(user(), name);
    ASSERT_TRUE(tfm) << name;
    Bytes text(32);
    Bytes iv(16);
    EXPECT_EQ(code_of(tfm->encrypt(text, text, iv)), ENOKEY);
    EXPECT_EQ(code_of(tfm->setkey(Bytes(17))), EINVAL);
    ASSERT_TRUE(tfm->setkey(Bytes(32)));
    EXPECT_EQ(code_of(tfm->encrypt(text, text, std::span(iv).first(15))),
              EINVAL);
    EXPECT_EQ(code_of(tfm->decrypt(std::span(text).first(31), text, iv)),
              EINVAL);
    EXPECT_TRUE(tfm->encrypt(text, {}, iv));
    EXPECT_EQ(iv, Bytes(16));
  }
  auto cbc = alloc_skcipher(user(), "cbc(aes)");
  ASSERT_TRUE(cbc);
  ASSERT_TRUE(cbc->setkey(Bytes(16)));
  Bytes text(17);
  Bytes iv(16);
  EXPECT_EQ(code_of(cbc->encrypt(text, text, iv)), EINVAL);
  EXPECT_EQ(code_of(cbc->decrypt(text, text, iv)), EINVAL);
}

TEST_F(Skciphers, LeaveTheIvOfTheNextRequest) {
  for (const char* name : {"cbc(aes)", "ctr(aes)"}) {
    auto tfm = alloc_skcipher(user(), name);
    ASSERT_TRUE(tfm) << name;
    ASSERT_TRUE(tfm->setkey(Bytes(16, std::byte{7})));
    const Bytes text(48, std::byte{1});
    Bytes iv(16, std::byte{0xff});
    Bytes whole(48);
    ASSERT_TRUE(tfm->encrypt(whole, text, iv));
    const Bytes last = iv;
    iv.assign(16, std::byte{0xff});
    Bytes parts = text;
    const auto first = std::span(parts).first(16);
    const auto rest = std::span(parts).subspan(16);
    ASSERT_TRUE(tfm->encrypt(first, first, iv));
    ASSERT_TRUE(tfm->encrypt(rest, rest, iv));
    EXPECT_EQ(parts, whole) << name;
    EXPECT_EQ(iv, last) << name;
    iv.assign(16, std::byte{0xff});
    ASSERT_TRUE(tfm->decrypt(first, first, iv));
    ASSERT_TRUE(tfm->decrypt(rest, rest, iv));
    EXPECT_EQ(parts, text) << name;
    EXPECT_EQ(iv, last) << name;
  }
}

TEST_F(Skciphers, CountOverTheWholeBlock) {
  auto tfm = alloc_skcipher(user(), "ctr(aes)");
  ASSERT_TRUE(tfm);
  ASSERT_TRUE(tfm->setkey(Bytes(16)));
  Bytes iv(16, std::byte{0xff});
  Bytes text(17);
  ASSERT_TRUE(tfm->encrypt(text, text, iv));
  Bytes expected(16);
  expected.back() = std::byte{1};
  EXPECT_EQ(iv, expected);
}

class Aeads : public testing::FullImage {
 protected:
  void SetUp() override {
    FullImage::SetUp();
    auto tfm = alloc_aead(user(), "gcm(aes)");
    ASSERT_TRUE(tfm);
    tfm_.emplace(std::move(*tfm));
  }

  std::optional<Aead> tfm_;
  const Bytes iv_ = Bytes(12);
  const Bytes assoc_ = Bytes(5);
};

TEST_F(Aeads, RefuseWithTheKernelsCodes) {
  Bytes text(32);
  const AeadRequest request{.iv = iv_,
                            .assoc = assoc_,
                            .src = std::span(text).first(16),
                            .dst = text};
  EXPECT_EQ(code_of(tfm_->encrypt(request)), ENOKEY);
  EXPECT_EQ(code_of(tfm_->decrypt(request)), ENOKEY);
  EXPECT_EQ(code_of(tfm_->setkey(Bytes(15))), EINVAL);
  ASSERT_TRUE(tfm_->setkey(Bytes(16)));
  for (const std::size_t size : {0U, 3U, 5U, 11U, 17U}) {
    EXPECT_EQ(code_of(tfm_->setauthsize(size)), EINVAL) << size;
    EXPECT_EQ(tfm_->authsize(), 16U);
  }
  AeadRequest wrong = request;
  wrong.iv = wrong.iv.first(11);
  EXPECT_EQ(code_of(tfm_->encrypt(wrong)), EINVAL);
  wrong = request;
  wrong.dst = wrong.dst.first(31);
  EXPECT_EQ(code_of(tfm_->encrypt(wrong)), EINVAL);
  wrong.src = wrong.src.first(15);
  EXPECT_EQ(code_of(tfm_->decrypt(wrong)), EINVAL);
}

TEST_F(Aeads, GiveNothingOutOfAForgery) {
  ASSERT_TRUE(tfm_->setkey(Bytes(32)));
  for (const std::size_t authsize : {4U, 8U, 12U, 16U}) {
    ASSERT_TRUE(tfm_->setauthsize(authsize));
    const Bytes text(20, std::byte{9});
    Bytes sealed(20 + authsize);
    const AeadRequest request{
        .iv = iv_, .assoc = assoc_, .src = text, .dst = sealed};
    ASSERT_TRUE(tfm_->encrypt(request));
    for (std::size_t at = 0; at < sealed.size(); ++at) {
      Bytes forged = sealed;
      forged[at] ^= std::byte{0x10};
      Bytes opened(20, std::byte{0xaa});
      EXPECT_EQ(
          code_of(tfm_->decrypt(
              {.iv = iv_, .assoc = assoc_, .src = forged, .dst = opened})),
          EBADMSG);
      EXPECT_EQ(opened, Bytes(20, std::byte{0xaa}));
    }
    const Bytes other(6);
    Bytes opened(20);
    EXPECT_EQ(code_of(tfm_->decrypt(
                  {.iv = iv_, .assoc = other, .src = sealed, .dst = opened})),
              EBADMSG);
    EXPECT_TRUE(tfm_->decrypt(
        {.iv = iv_, .assoc = assoc_, .src = sealed, .dst = opened}));
    EXPECT_EQ(opened, text);
  }
}

using InstanceNames = testing::FullImage;

TEST_F(InstanceNames, TellWhatAnInstanceIsBuiltOn) {
  EXPECT_EQ(alloc_cipher(user(), "aes")->driver_name(), "aes-libcrypto");
  EXPECT_EQ(alloc_skcipher(user(), "cbc(aes)")->driver_name(),
            "cbc(aes-libcrypto)");
  const auto gcm = alloc_aead(user(), "gcm(aes)");
  ASSERT_TRUE(gcm);
  EXPECT_EQ(gcm->name(), "gcm(aes)");
  EXPECT_EQ(gcm->driver_name(), "gcm(aes-libcrypto)");
  const auto slow = alloc_aead(user(), "gcm(aes-generic)");
  ASSERT_TRUE(slow);
  EXPECT_EQ(slow->name(), "gcm(aes)");
  EXPECT_EQ(slow->driver_name(), "gcm(aes-generic)");
  EXPECT_EQ(alloc_shash(user(), "cmac(aes-nettle)")->name(), "cmac(aes)");
  EXPECT_EQ(alloc_shash(user(), "hmac(sha512-nettle)")->name(), "hmac(sha512)");
}

TEST_F(InstanceNames, AreOfOneType) {
  EXPECT_EQ(code_of(alloc_shash(user(), "aes")), ENOENT);
  EXPECT_EQ(code_of(alloc_cipher(user(), "sha256")), ENOENT);
  EXPECT_EQ(code_of(alloc_skcipher(user(), "aes")), ENOENT);
  EXPECT_EQ(code_of(alloc_aead(user(), "ctr(aes)")), EINVAL);
  EXPECT_EQ(code_of(alloc_skcipher(user(), "gcm(aes)")), EINVAL);
  EXPECT_EQ(code_of(alloc_cipher(user(), "cbc(aes)")), EINVAL);
  EXPECT_EQ(code_of(alloc_shash(user(), "hmac(aes)")), ENOENT);
  EXPECT_EQ(code_of(alloc_shash(user(), "cmac(sha256)")), ENOENT);
  EXPECT_EQ(code_of(alloc_skcipher(user(), "cbc(cbc(aes))")), EINVAL);
  EXPECT_EQ(code_of(alloc_skcipher(user(), "ctr(aes,aes)")), EINVAL);
  EXPECT_EQ(code_of(alloc_aead(user(), "gcm(nosuch)")), ENOENT);
  EXPECT_EQ(code_of(alloc_aead(user(), "gcm(ctr(aes))")), EINVAL);
}

TEST_F(InstanceNames, StandInProcCryptoWithTheKernelsLines) {
  ASSERT_TRUE(alloc_skcipher(user(), "cbc(aes-generic)"));
  ASSERT_TRUE(alloc_aead(user(), "gcm(aes-generic)"));
  const std::string text = proc_crypto(registry());
  for (const char* lines :
       {"type         : cipher\nblocksize    : 16\nmin keysize  : 16\n"
        "max keysize  : 32\n\n",
        "type         : skcipher\nasync        : no\nblocksize    : 16\n"
        "min keysize  : 16\nmax keysize  : 32\nivsize       : 16\n"
        "chunksize    : 16\nwalksize     : 16\nstatesize    : 0\n\n",
        "type         : skcipher\nasync        : no\nblocksize    : 1\n",
        "type         : aead\nasync        : no\nblocksize    : 1\n"
        "ivsize       : 12\nmaxauthsize  : 16\ngeniv        : <none>\n\n",
        "type         : shash\nblocksize    : 136\ndigestsize   : 32\n\n"}) {
    EXPECT_NE(text.find(lines), std::string::npos) << lines << text;
  }
}

using States = testing::FullImage;

// Two states of one hash, of which one is a copy, go their own ways; and what
// is begun and left is released (the address sanitizer watches).
TEST_F(States, AreCopiedAndReleased) {
  for (const char* name : {"sha3-256-libcrypto", "sha3-256-nettle",
                           "hmac(sha3-256-libcrypto)", "sha512-libcrypto"}) {
    auto tfm = alloc_shash(user(), name);
    ASSERT_TRUE(tfm) << name;
    if (tfm->is_keyed()) {
      ASSERT_TRUE(tfm->setkey(Bytes(9)));
      ASSERT_TRUE(tfm->setkey(Bytes(200, std::byte{3})));
    }
    const Bytes data(300, std::byte{5});
    Bytes expected(tfm->digestsize());
    ASSERT_TRUE(tfm->digest(data, expected));

    const ShashAlg& alg = tfm->alg();
    HashState state;
    HashState copy;
    ASSERT_TRUE(alg.init(tfm->shash_context(), state));
    ASSERT_TRUE(
        alg.update(tfm->shash_context(), state, std::span(data).first(137)));
    ASSERT_TRUE(alg.copy(tfm->shash_context(), copy, state));
    ASSERT_TRUE(alg.update(tfm->shash_context(), state, data));
    alg.release(tfm->shash_context(), state);
    Bytes digest(tfm->digestsize());
    ASSERT_TRUE(
        alg.update(tfm->shash_context(), copy, std::span(data).subspan(137)));
    ASSERT_TRUE(alg.final(tfm->shash_context(), copy, digest));
    EXPECT_EQ(digest, expected) << name;

    ShashDesc left(*tfm);
    ASSERT_TRUE(left.init());
    ASSERT_TRUE(left.update(data));
    ASSERT_TRUE(left.init());
    ASSERT_TRUE(left.update(data));
  }
}

// What a context keeps is looked for in its memory, after its destructor and
// before that memory is given back.
TEST_F(Ciphers, WipeTheirKeys) {
  const Bytes key = from_hex("f0e1d2c3b4a5968778695a4b3c2d1e0f");
  Bytes swapped = key;
  for (auto word = swapped.begin(); word != swapped.end(); word += 4) {
    std::reverse(word, word + 4);
  }
  for (const char* driver : kAesDrivers) {
    const auto tfm = alloc_cipher(user(), driver);
    ASSERT_TRUE(tfm) << driver;
    auto own = tfm->alg().init_tfm(user());
    ASSERT_TRUE(own);
    ASSERT_TRUE(tfm->alg().setkey(own->get(), key));
    TfmContext* const context = own->release();
    const auto has_key = [&] {
      Bytes seen(240);
      std::memcpy(seen.data(), static_cast<const void*>(context), seen.size());
      return !std::ranges::search(seen, key).empty() ||
             !std::ranges::search(seen, swapped).empty();
    };
    EXPECT_TRUE(has_key()) << driver;
    context->~TfmContext();
    EXPECT_FALSE(has_key()) << driver;
    ::operator delete(static_cast<void*>(context));
  }
}

}  // namespace
}  // namespace crypto
