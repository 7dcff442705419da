#pragma once

// What a module's self-tests are made of: known answers, rows, and the
// functions that try them. Every module's self-test needs this and hardly
// anything else, so it includes little.

#include <cstddef>
#include <span>
#include <string_view>

#include "crypto/errno.h"

namespace crypto {

class Context;

/// A known answer of a hash; all bytes as text literals. An empty key means
/// that none is set.
struct HashVector {
  std::string_view key;
  std::string_view input;
  std::string_view digest;
};

/// A known answer of a cipher: ciphertext of the plaintext, and, unless empty,
/// the iv that the request leaves. The iv is empty for a block cipher.
struct CipherVector {
  std::string_view key;
  std::string_view iv;
  std::string_view plaintext;
  std::string_view ciphertext;
  std::string_view iv_out;
};

/// A known answer of an authenticated cipher; the tag, of any length that the
/// mode knows, is the last part of the ciphertext.
struct AeadVector {
  std::string_view key;
  std::string_view iv;
  std::string_view assoc;
  std::string_view plaintext;
  std::string_view ciphertext;
};

/// The deep part of a row: generated cases, each compared with another driver.
struct DeepTest;
using DeepTestFn = tl::expected<void, Errno> (*)(const Context& context,
                                                 std::string_view driver,
                                                 const DeepTest& deep);
struct DeepTest {
  /// Null where there is none, or where it is not compiled.
  DeepTestFn test = nullptr;
  /// The driver that is right where they differ. The subject itself is
  /// compared with what it says of the same input at once and aligned.
  std::string_view reference;
  /// Lengths of keys, in bytes.
  std::span<const std::size_t> key_sizes{};
};

struct AlgTest;
/// Tests the driver named. Errors: EINVAL (wrong answer), ENOENT (a dependency
/// is missing), others as they come.
using AlgTestFn = tl::expected<void, Errno> (*)(const Context& context,
                                                std::string_view driver,
                                                const AlgTest& row);

/// A row of a module's self-tests, for a generic or a driver name. A source
/// of its own, part of the image only where the tests are compiled.
struct AlgTest {
  std::string_view name;
  AlgTestFn test = nullptr;
  bool fips_allowed = false;
  std::span<const HashVector> vectors{};
  std::span<const CipherVector> cipher_vectors{};
  std::span<const AeadVector> aead_vectors{};
  DeepTest deep{};
};

/// For the tests of hashes: every vector of `row`, at once and in pieces.
[[nodiscard]] tl::expected<void, Errno> test_hash(const Context& context,
                                                  std::string_view driver,
                                                  const AlgTest& row);

/// The same for block ciphers, modes and authenticated ciphers: both
/// directions, in place and not.
[[nodiscard]] tl::expected<void, Errno> test_cipher(const Context& context,
                                                    std::string_view driver,
                                                    const AlgTest& row);
[[nodiscard]] tl::expected<void, Errno> test_skcipher(const Context& context,
                                                      std::string_view driver,
                                                      const AlgTest& row);
[[nodiscard]] tl::expected<void, Errno> test_aead(const Context& context,
                                                  std::string_view driver,
                                                  const AlgTest& row);

/// To be called where a vector is executed. Counts it.
void count_vector(const Context& context, std::string_view subject);

}  // namespace crypto
