#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "crypto/alg_test.h"

namespace crypto {

/// The deep part of self-tests: generated cases, the same ones in each boot.
/// A driver is compared with its reference over lengths around the limits of
/// blocks, any split into updates, any alignment, in place and not, with
/// guards around its outputs. The first difference is EINVAL, logged with seed
/// and case. ENOENT: there is no usable reference. Any thread.

tl::expected<void, Errno> deep_test_hash(const Context& context,
                                         std::string_view driver,
                                         const DeepTest& deep);
tl::expected<void, Errno> deep_test_cipher(const Context& context,
                                           std::string_view driver,
                                           const DeepTest& deep);
tl::expected<void, Errno> deep_test_skcipher(const Context& context,
                                             std::string_view driver,
                                             const DeepTest& deep);
tl::expected<void, Errno> deep_test_aead(const Context& context,
                                         std::string_view driver,
                                         const DeepTest& deep);

/// Cases that each of them runs.
inline constexpr std::size_t kDeepCases = 64;

inline constexpr std::size_t kAesKeySizes[] = {16, 24, 32};
inline constexpr std::size_t kMacKeySizes[] = {1, 20, 63, 64, 65, 128, 200};

/// What a row says of its deep part. Where that is not compiled the functions
/// above are no part of the image, and must not be named.
template <bool kIsCompiled>
constexpr DeepTest deep_hash(std::string_view reference,
                             std::span<const std::size_t> key_sizes = {}) {
  if constexpr (kIsCompiled) {
    return {deep_test_hash, reference, key_sizes};
  }
  return {};
}

template <bool kIsCompiled>
constexpr DeepTest deep_cipher(std::string_view reference) {
  if constexpr (kIsCompiled) {
    return {deep_test_cipher, reference, kAesKeySizes};
  }
  return {};
}

template <bool kIsCompiled>
constexpr DeepTest deep_skcipher(std::string_view reference) {
  if constexpr (kIsCompiled) {
    return {deep_test_skcipher, reference, kAesKeySizes};
  }
  return {};
}

template <bool kIsCompiled>
constexpr DeepTest deep_aead(std::string_view reference) {
  if constexpr (kIsCompiled) {
    return {deep_test_aead, reference, kAesKeySizes};
  }
  return {};
}

}  // namespace crypto
