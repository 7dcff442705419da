#include <algorithm>
#include <string>

#include "crypto/aead.h"
#include "crypto/cipher.h"
#include "crypto/hash.h"
#include "crypto/skcipher.h"
#include "test_support.h"
#include "vector_file.h"

namespace crypto {
namespace {

using testing::Bytes;
using testing::read_vector_file;
using testing::VectorFields;

constexpr const char* kProviders[] = {"libcrypto", "nettle"};
constexpr const char* kAesDrivers[] = {"aes-generic", "aes-libcrypto",
                                       "aes-nettle"};

Bytes digest_in_pieces(const Shash& tfm, const Bytes& message) {
  constexpr std::size_t kPiece = 7;
  ShashDesc desc(tfm);
  EXPECT_TRUE(desc.init());
  for (std::size_t at = 0; at < message.size(); at += kPiece) {
    const std::size_t size = std::min(kPiece, message.size() - at);
    EXPECT_TRUE(desc.update(std::span(message).subspan(at, size)));
  }
  Bytes digest(tfm.digestsize());
  EXPECT_TRUE(desc.final(digest));
  return digest;
}

/// Every published vector through every driver.
class Vectors : public testing::FullImage {
 protected:
  [[nodiscard]] Shash hash(const std::string& name) {
    auto tfm = alloc_shash(user(), name);
    EXPECT_TRUE(tfm) << name << ' ' << code_of(tfm);
    EXPECT_EQ(tfm->driver_name(), name);
    return std::move(*tfm);
  }

  // `Len` (bits), `Key`, `Msg`, `MD`; for CMAC `MESSAGE` and `OUTPUT`.
  void expect_hashes(const std::string& name, const std::string& file,
                     std::size_t count) {
    Shash tfm = hash(name);
    const auto vectors = read_vector_file(file);
    std::size_t seen = 0;
    for (const VectorFields& vector : vectors) {
      const Bytes expected = vector.bytes(vector.has("MD") ? "MD" : "OUTPUT");
      if (expected.size() != tfm.digestsize()) {
        continue;  // a group's header, or a truncated one
      }
      ++seen;
      Bytes message = vector.bytes(vector.has("MSG") ? "MSG" : "MESSAGE");
      if (vector.has("LEN")) {
        message.resize(std::stoul(vector.text("LEN")) / 8);
      }
      if (tfm.is_keyed()) {
        ASSERT_TRUE(tfm.setkey(vector.bytes("KEY")));
      }
      Bytes digest(tfm.digestsize());
      ASSERT_TRUE(tfm.digest(message, digest));
      ASSERT_EQ(digest, expected) << name << ' ' << file << ' ' << seen;
      ASSERT_EQ(digest_in_pieces(tfm, message), expected) << name << seen;
    }
    EXPECT_EQ(seen, count) << name << ' ' << file;
  }

  // The vectors of a file, without the headers of its groups.
  [[nodiscard]] static std::vector<VectorFields> keyed_vectors(
      const std::string& file, std::size_t count) {
    auto vectors = read_vector_file(file);
    std::erase_if(
        vectors, [](const VectorFields& fields) { return !fields.has("KEY"); });
    EXPECT_EQ(vectors.size(), count) << file;
    return vectors;
  }

  void expect_blocks(const std::string& name, const std::string& file,
                     std::size_t count) {
    auto tfm = alloc_cipher(user(), name);
    ASSERT_TRUE(tfm);
    for (const VectorFields& vector : keyed_vectors(file, count)) {
      ASSERT_TRUE(tfm->setkey(vector.bytes("KEY")));
      const Bytes plaintext = vector.bytes("PLAINTEXT");
      const Bytes ciphertext = vector.bytes("CIPHERTEXT");
      for (std::size_t at = 0; at < plaintext.size(); at += 16) {
        Bytes block(16);
        const auto plain = std::span(plaintext).subspan(at, 16);
        const auto secret = std::span(ciphertext).subspan(at, 16);
        ASSERT_TRUE(tfm->encrypt(block, plain));
        ASSERT_TRUE(std::ranges::equal(block, secret))
            << name << file << vector.text("KEY");
        ASSERT_TRUE(tfm->decrypt(block, secret));
        ASSERT_TRUE(std::ranges::equal(block, plain))
            << name << file << vector.text("KEY");
      }
    }
  }

  void expect_requests(const std::string& name, const std::string& file,
                       std::size_t count) {
    auto tfm = alloc_skcipher(user(), name);
    ASSERT_TRUE(tfm) << name << code_of(tfm);
    for (const VectorFields& vector : keyed_vectors(file, count)) {
      ASSERT_TRUE(tfm->setkey(vector.bytes("KEY")));
      Bytes text = vector.bytes("PLAINTEXT");
      const Bytes plaintext = text;
      Bytes iv = vector.bytes("IV");
      ASSERT_TRUE(tfm->encrypt(text, text, iv));
      ASSERT_EQ(text, vector.bytes("CIPHERTEXT"))
          << name << file << vector.text("KEY");
      iv = vector.bytes("IV");
      ASSERT_TRUE(tfm->decrypt(text, text, iv));
      ASSERT_EQ(text, plaintext) << name << file << vector.text("KEY");
    }
  }

  void expect_sealed(const std::string& name, const std::string& file,
                     std::size_t count) {
    auto tfm = alloc_aead(user(), name);
    ASSERT_TRUE(tfm) << name << code_of(tfm);
    for (const VectorFields& vector : keyed_vectors(file, count)) {
      ASSERT_TRUE(tfm->setkey(vector.bytes("KEY")));
      const Bytes iv = vector.bytes("IV");
      const Bytes assoc = vector.bytes("AAD");
      const Bytes tag = vector.bytes("TAG");
      ASSERT_TRUE(tfm->setauthsize(tag.size()));
      Bytes sealed = vector.bytes("CT");
      sealed.insert(sealed.end(), tag.begin(), tag.end());
      Bytes opened(sealed.size() - tag.size());
      const int code = code_of(tfm->decrypt(
          {.iv = iv, .assoc = assoc, .src = sealed, .dst = opened}));
      if (vector.has("FAIL")) {
        ASSERT_EQ(code, EBADMSG) << name << file << vector.text("KEY");
        continue;
      }
      ASSERT_EQ(code, 0) << name << file << vector.text("KEY");
      ASSERT_EQ(opened, vector.bytes("PT"))
          << name << file << vector.text("KEY");
      Bytes again(sealed.size());
      ASSERT_TRUE(tfm->encrypt(
          {.iv = iv, .assoc = assoc, .src = opened, .dst = again}));
      ASSERT_EQ(again, sealed) << name << file << vector.text("KEY");
    }
  }
};

struct HashFile {
  const char* name;
  const char* file;
  std::size_t count;
};

constexpr HashFile kHashFiles[] = {
    {"sha1", "SHA1ShortMsg.rsp", 65},
    {"sha224", "SHA224ShortMsg.rsp", 65},
    {"sha256", "SHA256ShortMsg.rsp", 65},
    {"sha384", "SHA384ShortMsg.rsp", 129},
    {"sha512", "SHA512ShortMsg.rsp", 129},
    {"sha3-224", "SHA3_224ShortMsg.rsp", 145},
    {"sha3-256", "SHA3_256ShortMsg.rsp", 137},
    {"sha3-384", "SHA3_384ShortMsg.rsp", 105},
    {"sha3-512", "SHA3_512ShortMsg.rsp", 73},
};

constexpr HashFile kMacFiles[] = {
    {"sha1", "rfc-2202-sha1.txt", 7},
    {"sha224", "rfc-4231-sha224.txt", 6},
    {"sha256", "rfc-4231-sha256.txt", 6},
    {"sha384", "rfc-4231-sha384.txt", 6},
    {"sha512", "rfc-4231-sha512.txt", 6},
    {"sha1", "hmac_sha1_test.txt", 33},
    {"sha224", "hmac_sha224_test.txt", 33},
    {"sha256", "hmac_sha256_test.txt", 33},
    {"sha384", "hmac_sha384_test.txt", 33},
    {"sha512", "hmac_sha512_test.txt", 33},
    {"sha3-256", "hmac_sha3_256_test.txt", 33},
};

TEST_F(Vectors, OfHashesHoldForEveryProvider) {
  for (const HashFile& row : kHashFiles) {
    for (const char* provider : kProviders) {
      expect_hashes(std::string(row.name) + '-' + provider, row.file,
                    row.count);
    }
  }
  expect_hashes("sha224-generic", "SHA224ShortMsg.rsp", 65);
  expect_hashes("sha256-generic", "SHA256ShortMsg.rsp", 65);
}

TEST_F(Vectors, OfMacsHoldForEveryProvider) {
  for (const HashFile& row : kMacFiles) {
    for (const char* provider : kProviders) {
      expect_hashes("hmac(" + std::string(row.name) + '-' + provider + ')',
                    row.file, row.count);
    }
  }
  for (const char* driver : kAesDrivers) {
    for (const char* bits : {"128", "192", "256"}) {
      expect_hashes(std::string("cmac(") + driver + ')',
                    std::string("nist-800-38b-aes") + bits + ".txt", 4);
    }
    expect_hashes(std::string("cmac(") + driver + ')', "aes_cmac_test.txt", 63);
  }
}

struct CipherFile {
  const char* set;
  std::size_t counts[3];  // of 128, 192 and 256 bits, both directions
};
constexpr const char* kBits[] = {"128", "192", "256"};

constexpr CipherFile kAesFiles[] = {{"GFSbox", {14, 12, 10}},
                                    {"KeySbox", {42, 48, 32}},
                                    {"MMT", {20, 20, 20}},
                                    {"VarTxt", {256, 256, 256}}};

TEST_F(Vectors, OfAesHoldForEveryDriver) {
  for (const char* driver : kAesDrivers) {
    for (const CipherFile& row : kAesFiles) {
      for (std::size_t i = 0; i < 3; ++i) {
        const std::string tail = std::string(row.set) + kBits[i] + ".rsp";
        expect_blocks(driver, "ECB" + tail, row.counts[i]);
        expect_requests(std::string("cbc(") + driver + ')', "CBC" + tail,
                        row.counts[i]);
      }
    }
  }
}

TEST_F(Vectors, OfCounterModeHoldOverEveryDriver) {
  for (const char* driver : kAesDrivers) {
    for (const char* bits : kBits) {
      expect_requests(std::string("ctr(") + driver + ')',
                      std::string("aes-") + bits + "-ctr.txt", 3);
    }
  }
}

TEST_F(Vectors, OfGaloisCounterModeHoldOverEveryDriver) {
  for (const char* driver : kAesDrivers) {
    const std::string name = std::string("gcm(") + driver + ')';
    for (const char* bits : kBits) {
      expect_sealed(name, std::string("gcmEncryptExtIV") + bits + ".rsp", 175);
      expect_sealed(name, std::string("gcmDecrypt") + bits + ".rsp", 350);
    }
  }
}

}  // namespace
}  // namespace crypto
