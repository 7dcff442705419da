#include <algorithm>
#include <array>
#include <vector>

#include "bytes.h"
#include "crypto/aead.h"
#include "crypto/cipher.h"
#include "crypto/skcipher.h"
#include "crypto/testmgr.h"

namespace crypto {
namespace {

using Bytes = std::vector<std::byte>;
using Result = tl::expected<void, Errno>;

Bytes copy_of(std::string_view text) {
  const auto bytes = bytes_of(text);
  return {bytes.begin(), bytes.end()};
}

Result expect(std::span<const std::byte> actual, std::string_view expected) {
  if (!std::ranges::equal(actual, bytes_of(expected))) {
    return fail(EINVAL);
  }
  return {};
}

// The first of several checks that fails, else success. Each runs only if
// those before it passed.
template <typename... Checks>
Result all_of(const Checks&... checks) {
  Result result;
  (void)((result = checks()).has_value() && ...);
  return result;
}

/// The subject is not usable yet: TESTED in the mask, not in the type. That it
/// may be forbidden in fips mode is left open.
constexpr AlgFlags kSubjectType = kAlgFipsInternal;
constexpr AlgFlags kSubjectMask = kAlgTested;

using BlockOperation = Result (Cipher::*)(std::span<std::byte>,
                                          std::span<const std::byte>) const;

// Block by block; into other memory, then in place.
Result test_blocks(const Cipher& tfm, BlockOperation operation,
                   std::string_view from, std::string_view to) {
  Bytes other(from.size());
  Bytes place = copy_of(from);
  const std::size_t size = tfm.blocksize();
  for (std::size_t at = 0; at + size <= from.size(); at += size) {
    const auto out = std::span(other).subspan(at, size);
    const auto in_place = std::span(place).subspan(at, size);
    if (auto result = all_of(
            [&] {
              return (tfm.*operation)(out, bytes_of(from).subspan(at, size));
            },
            [&] { return (tfm.*operation)(in_place, in_place); });
        !result) {
      return result;
    }
  }
  return all_of([&] { return expect(other, to); },
                [&] { return expect(place, to); });
}

Result test_vector(Cipher& tfm, const CipherVector& vector) {
  return all_of([&] { return tfm.setkey(bytes_of(vector.key)); },
                [&] {
                  return test_blocks(tfm, &Cipher::encrypt, vector.plaintext,
                                     vector.ciphertext);
                },
                [&] {
                  return test_blocks(tfm, &Cipher::decrypt, vector.ciphertext,
                                     vector.plaintext);
                });
}

using Operation = Result (Skcipher::*)(std::span<std::byte>,
                                       std::span<const std::byte>,
                                       std::span<std::byte>) const;

Result test_request(const Skcipher& tfm, Operation operation,
                    std::span<std::byte> dst, std::span<const std::byte> src,
                    const CipherVector& vector, std::string_view expected) {
  Bytes iv = copy_of(vector.iv);
  return all_of([&] { return (tfm.*operation)(dst, src, iv); },
                [&] { return expect(dst, expected); },
                [&] {
                  return vector.iv_out.empty() ? Result()
                                               : expect(iv, vector.iv_out);
                });
}

Result test_direction(const Skcipher& tfm, Operation operation,
                      const CipherVector& vector, std::string_view from,
                      std::string_view to) {
  Bytes other(from.size());
  Bytes place = copy_of(from);
  return all_of(
      [&] {
        return test_request(tfm, operation, other, bytes_of(from), vector, to);
      },
      [&] { return test_request(tfm, operation, place, place, vector, to); });
}

Result test_vector(Skcipher& tfm, const CipherVector& vector) {
  return all_of([&] { return tfm.setkey(bytes_of(vector.key)); },
                [&] {
                  return test_direction(tfm, &Skcipher::encrypt, vector,
                                        vector.plaintext, vector.ciphertext);
                },
                [&] {
                  return test_direction(tfm, &Skcipher::decrypt, vector,
                                        vector.ciphertext, vector.plaintext);
                });
}

Result test_seal(const Aead& tfm, const AeadVector& vector) {
  Bytes place = copy_of(vector.plaintext);
  place.resize(vector.ciphertext.size());
  AeadRequest request{.iv = bytes_of(vector.iv),
                      .assoc = bytes_of(vector.assoc),
                      .src = std::span(place).first(vector.plaintext.size()),
                      .dst = place};
  Bytes other(vector.ciphertext.size());
  AeadRequest elsewhere = request;
  elsewhere.src = bytes_of(vector.plaintext);
  elsewhere.dst = other;
  return all_of([&] { return tfm.encrypt(request); },
                [&] { return expect(place, vector.ciphertext); },
                [&] { return tfm.encrypt(elsewhere); },
                [&] { return expect(other, vector.ciphertext); });
}

// A message that was tampered with must be told apart.
Result test_forgery(const Aead& tfm, AeadRequest request, Bytes& place) {
  place.back() ^= std::byte{1};
  request.src = place;
  request.dst = place;
  if (code_of(tfm.decrypt(request)) != EBADMSG) {
    return fail(EINVAL);
  }
  return {};
}

Result test_open(const Aead& tfm, const AeadVector& vector) {
  Bytes place = copy_of(vector.ciphertext);
  Bytes forged = place;
  Bytes other(vector.plaintext.size());
  const AeadRequest request{.iv = bytes_of(vector.iv),
                            .assoc = bytes_of(vector.assoc),
                            .src = place,
                            .dst = place};
  AeadRequest elsewhere = request;
  elsewhere.src = bytes_of(vector.ciphertext);
  elsewhere.dst = other;
  return all_of([&] { return tfm.decrypt(elsewhere); },
                [&] { return expect(other, vector.plaintext); },
                [&] { return tfm.decrypt(request); },
                [&] {
                  return expect(std::span(place).first(other.size()),
                                vector.plaintext);
                },
                [&] { return test_forgery(tfm, request, forged); });
}

Result test_vector(Aead& tfm, const AeadVector& vector) {
  return all_of([&] { return tfm.setkey(bytes_of(vector.key)); },
                [&] {
                  return tfm.setauthsize(vector.ciphertext.size() -
                                         vector.plaintext.size());
                },
                [&] { return test_seal(tfm, vector); },
                [&] { return test_open(tfm, vector); });
}

template <typename Handle, typename Vector>
Result test_vectors(const Context& context, std::string_view driver,
                    tl::expected<Handle, Errno> tfm,
                    std::span<const Vector> vectors) {
  if (!tfm) {
    return fail(tfm.error());
  }
  for (const Vector& vector : vectors) {
    count_vector(context, driver);
    if (auto result = test_vector(*tfm, vector); !result) {
      return result;
    }
  }
  return {};
}

}  // namespace

tl::expected<void, Errno> test_cipher(const Context& context,
                                      std::string_view driver,
                                      const AlgTest& row) {
  return test_vectors(context, driver,
                      alloc_cipher(context, driver, kSubjectType, kSubjectMask),
                      row.cipher_vectors);
}

tl::expected<void, Errno> test_skcipher(const Context& context,
                                        std::string_view driver,
                                        const AlgTest& row) {
  return test_vectors(
      context, driver,
      alloc_skcipher(context, driver, kSubjectType, kSubjectMask),
      row.cipher_vectors);
}

tl::expected<void, Errno> test_aead(const Context& context,
                                    std::string_view driver,
                                    const AlgTest& row) {
  return test_vectors(context, driver,
                      alloc_aead(context, driver, kSubjectType, kSubjectMask),
                      row.aead_vectors);
}

}  // namespace crypto
