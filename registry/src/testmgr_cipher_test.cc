#include <algorithm>
#include <string_view>

#include "crypto/api.h"
#include "crypto/testmgr.h"
#include "test_support.h"

namespace crypto {
namespace {

using std::literals::operator""sv;

// FIPS 197, C.1, and a wrong last byte.
constexpr auto kKey =
    "\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f"sv;
constexpr auto kPlain =
    "\x00\x11\x22\x33\x44\x55\x66\x77\x88\x99\xaa\xbb\xcc\xdd\xee\xff"sv;
constexpr auto kRight =
    "\x69\xc4\xe0\xd8\x6a\x7b\x04\x30\xd8\xcd\xb7\x80\x70\xb4\xc5\x5a"sv;
constexpr auto kWrong =
    "\x69\xc4\xe0\xd8\x6a\x7b\x04\x30\xd8\xcd\xb7\x80\x70\xb4\xc5\x5b"sv;
constexpr auto kZeros = "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"sv;

/// The subjects are tested by hand, so that nobody has decided for them: with
/// the TESTED of their registration cleared they are like new.
class TestCiphers : public testing::FullImage {
 protected:
  int run(AlgTestFn test, std::string_view driver, const AlgTest& row,
          AlgFlags type) {
    auto found = find_alg(user(), driver, type, kAlgTypeMask);
    if (!found) {
      return code_of(found);
    }
    (*found)->flags &= ~kAlgTested;
    const int code = code_of(test(user(), driver, row));
    (*found)->flags |= kAlgTested;
    return code;
  }
};

TEST_F(TestCiphers, FindAWrongBlock) {
  constexpr CipherVector kGood[] = {{kKey, {}, kPlain, kRight, {}}};
  constexpr CipherVector kBad[] = {{kKey, {}, kPlain, kWrong, {}}};
  AlgTest row{.name = "ecb(aes)", .test = test_cipher};
  row.cipher_vectors = kGood;
  EXPECT_EQ(run(test_cipher, "aes-generic", row, kAlgTypeCipher), 0);
  row.cipher_vectors = kBad;
  EXPECT_EQ(run(test_cipher, "aes-generic", row, kAlgTypeCipher), EINVAL);
}

TEST_F(TestCiphers, FindAWrongIv) {
  constexpr CipherVector kGood[] = {{kKey, kZeros, kPlain, kRight, kRight}};
  constexpr CipherVector kBad[] = {{kKey, kZeros, kPlain, kRight, kWrong}};
  AlgTest row{.name = "cbc(aes)", .test = test_skcipher};
  row.cipher_vectors = kGood;
  EXPECT_EQ(run(test_skcipher, "cbc(aes-generic)", row, kAlgTypeSkcipher), 0);
  row.cipher_vectors = kBad;
  EXPECT_EQ(run(test_skcipher, "cbc(aes-generic)", row, kAlgTypeSkcipher),
            EINVAL);
}

// SP 800-38D's first test case, and one that says otherwise.
TEST_F(TestCiphers, FindAWrongTag) {
  constexpr auto kTag =
      "\x58\xe2\xfc\xce\xfa\x7e\x30\x61\x36\x7f\x1d\x57\xa4\xe7\x45\x5a"sv;
  constexpr AeadVector kGood[] = {{kZeros, kZeros.substr(4), {}, {}, kTag}};
  constexpr AeadVector kBad[] = {{kZeros, kZeros.substr(4), {}, {}, kZeros}};
  AlgTest row{.name = "gcm(aes)", .test = test_aead};
  row.aead_vectors = kGood;
  EXPECT_EQ(run(test_aead, "gcm(aes-generic)", row, kAlgTypeAead), 0);
  row.aead_vectors = kBad;
  EXPECT_EQ(run(test_aead, "gcm(aes-generic)", row, kAlgTypeAead), EINVAL);
}

TEST_F(TestCiphers, AskForTheirSubject) {
  EXPECT_EQ(code_of(test_cipher(user(), "nosuch", {})), ENOENT);
  EXPECT_EQ(code_of(test_skcipher(user(), "nosuch", {})), ENOENT);
  EXPECT_EQ(code_of(test_aead(user(), "nosuch", {})), ENOENT);
}

}  // namespace
}  // namespace crypto
