#include "testmgr_deep.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "crypto/aead.h"
#include "crypto/cipher.h"
#include "crypto/hash.h"
#include "crypto/registry.h"
#include "crypto/skcipher.h"

namespace crypto {
namespace {

using Bytes = std::vector<std::byte>;
using Result = tl::expected<void, Errno>;

constexpr std::uint64_t kSeed = 0x6865656464656570;
constexpr std::size_t kMaxBlocks = 4;
// As far as padding reaches back, and over.
constexpr std::size_t kAroundBlock = 18;
constexpr std::size_t kMaxOffset = 32;
constexpr std::size_t kGuardSize = 8;
constexpr std::byte kGuard{0xd3};

/// Where drivers go wrong: at whole blocks, and where padding just fits.
struct Limit {
  std::size_t blocks;
  std::size_t less;
  std::size_t more;
};
constexpr Limit kLimits[] = {
    {0, 0, 0}, {0, 0, 1}, {1, 17, 0}, {1, 16, 0}, {1, 9, 0},  {1, 8, 0},
    {1, 1, 0}, {1, 0, 0}, {1, 0, 1},  {2, 17, 0}, {2, 16, 0}, {2, 9, 0},
    {2, 8, 0}, {2, 1, 0}, {2, 0, 0},  {2, 0, 1},
};
static_assert(std::size(kLimits) < kDeepCases);

/// SplitMix64: small, and each case starts it anew, so that any one can be
/// repeated alone.
class Random {
 public:
  Random(std::uint64_t seed, std::size_t number)
      : state_(seed + number), number_(number) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111eb;
    return z ^ (z >> 31U);
  }

  /// 0 to `limit`, both included.
  std::size_t up_to(std::size_t limit) {
    return static_cast<std::size_t>(next() % (limit + 1));
  }
  bool coin() { return up_to(1) == 1; }

  Bytes bytes(std::size_t size) {
    Bytes result(size);
    std::generate(result.begin(), result.end(),
                  [this] { return static_cast<std::byte>(next()); });
    return result;
  }

  /// The first cases have one limit each.
  std::size_t length(std::size_t blocksize) {
    if (number_ >= std::size(kLimits)) {
      return any_length(blocksize);
    }
    const Limit& limit = kLimits[number_];
    const std::size_t most = limit.blocks * blocksize + limit.more;
    return most - std::min(most, limit.less);
  }

  /// A length near the limit of some block.
  std::size_t any_length(std::size_t blocksize) {
    const std::size_t near =
        blocksize * up_to(kMaxBlocks) + up_to(kAroundBlock + 2);
    return near < kAroundBlock ? near : near - kAroundBlock;
  }

  std::size_t pick(std::span<const std::size_t> sizes) {
    return sizes[up_to(sizes.size() - 1)];
  }

 private:
  std::uint64_t state_;
  std::size_t number_;
};

/// Memory of some length at some alignment, with guards on both sides.
class Buffer {
 public:
  Buffer(Random& random, std::size_t size)
      : offset_(kGuardSize + random.up_to(kMaxOffset)),
        size_(size),
        memory_(offset_ + size + kGuardSize, kGuard) {}
  Buffer(Random& random, std::span<const std::byte> content,
         std::size_t room = 0)
      : Buffer(random, content.size() + room) {
    std::copy(content.begin(), content.end(), bytes().begin());
  }

  [[nodiscard]] std::span<std::byte> bytes() {
    return std::span(memory_).subspan(offset_, size_);
  }
  [[nodiscard]] bool is_intact() const {
    const auto is_guard = [](std::byte byte) { return byte == kGuard; };
    const auto all = std::span(memory_);
    return std::ranges::all_of(all.first(offset_), is_guard) &&
           std::ranges::all_of(all.subspan(offset_ + size_), is_guard);
  }

 private:
  std::size_t offset_;
  std::size_t size_;
  Bytes memory_;
};

Result expect(bool holds) {
  if (!holds) {
    return fail(EINVAL);
  }
  return {};
}

bool is_equal(std::span<const std::byte> a, std::span<const std::byte> b) {
  return std::ranges::equal(a, b);
}

/// Both drivers of a case.
template <typename Handle>
struct Pair {
  Handle subject;
  Handle reference;

  Result setkey(Random& random, const DeepTest& deep) {
    if (deep.key_sizes.empty()) {
      return {};
    }
    const Bytes key = random.bytes(random.pick(deep.key_sizes));
    if (auto result = reference.setkey(key); !result) {
      return result;
    }
    Buffer moved(random, key);
    return subject.setkey(moved.bytes());
  }
};

// FNV-1a: drivers get cases of their own.
std::uint64_t seed_of(std::string_view driver) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : driver) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  return hash ^ kSeed;
}

void log_mismatch(const Context& context, std::string_view driver,
                  std::string_view reference, std::uint64_t seed,
                  std::size_t number, int code) {
  context.registry().log(
      "alg: deep: " + std::string(driver) + " differs from " +
      std::string(reference) + " (seed=" + std::to_string(seed) +
      " case=" + std::to_string(number) + " rc=-" + std::to_string(code) + ")");
}

// Allocates both and runs all cases.
template <typename Handle, typename Alloc>
Result run_cases(const Context& context, std::string_view driver,
                 const DeepTest& deep, const Alloc& alloc,
                 Result (*run)(Pair<Handle>&, Random&)) {
  // See test_hash(); the subject as its own reference is not usable either.
  const auto untested = [&](std::string_view name) {
    return alloc(context, name, kAlgFipsInternal, kAlgTested);
  };
  auto subject = untested(driver);
  if (!subject) {
    return fail(subject.error());
  }
  auto reference = deep.reference == driver
                       ? untested(driver)
                       : alloc(context, deep.reference, 0, 0);
  if (!reference) {
    // One that failed its own test is none to compare with.
    const int code = reference.error().code();
    return fail(code == ELIBBAD ? ENOENT : code);
  }
  Pair<Handle> pair{std::move(*subject), std::move(*reference)};
  const std::uint64_t seed = seed_of(driver);
  for (std::size_t number = 0; number < kDeepCases; ++number) {
    context.count(Counter::selftest_deep_cases);
    Random random(seed, number);
    auto result = pair.setkey(random, deep);
    if (result) {
      result = run(pair, random);
    }
    if (!result) {
      // ENOENT would say that there was no reference.
      const int code =
          result.error().code() == ENOENT ? EINVAL : result.error().code();
      log_mismatch(context, driver, deep.reference, seed, number, code);
      return fail(code);
    }
  }
  return {};
}

// Some updates, cut anywhere, then an end by finup or by final.
Result hash_in_pieces(const Shash& tfm, Random& random,
                      std::span<const std::byte> data,
                      std::span<std::byte> out) {
  ShashDesc desc(tfm);
  if (auto result = desc.init(); !result) {
    return result;
  }
  const bool ends_with_data = random.coin();
  while (!data.empty()) {
    const std::size_t size = random.up_to(data.size());
    if (ends_with_data && size == data.size()) {
      return desc.finup(data, out);
    }
    if (auto result = desc.update(data.first(size)); !result) {
      return result;
    }
    data = data.subspan(size);
  }
  return desc.final(out);
}

Result hash_case(Pair<Shash>& pair, Random& random) {
  const Bytes message = random.bytes(random.length(pair.reference.blocksize()));
  Bytes expected(pair.reference.digestsize());
  if (auto result = pair.reference.digest(message, expected); !result) {
    return result;
  }
  Buffer input(random, message);
  Buffer output(random, pair.subject.digestsize());
  if (auto result =
          hash_in_pieces(pair.subject, random, input.bytes(), output.bytes());
      !result) {
    return result;
  }
  return expect(is_equal(output.bytes(), expected) && output.is_intact() &&
                is_equal(input.bytes(), message));
}

// One block: both directions, in place or not.
Result cipher_case(Pair<Cipher>& pair, Random& random) {
  const Bytes block = random.bytes(pair.reference.blocksize());
  Bytes expected(block.size());
  if (auto result = pair.reference.encrypt(expected, block); !result) {
    return result;
  }
  Buffer input(random, block);
  Buffer other(random, block.size());
  Buffer& output = random.coin() ? input : other;
  if (auto result = pair.subject.encrypt(output.bytes(), input.bytes());
      !result) {
    return result;
  }
  if (!is_equal(output.bytes(), expected)) {
    return fail(EINVAL);
  }
  if (auto result = pair.subject.decrypt(output.bytes(), output.bytes());
      !result) {
    return result;
  }
  return expect(is_equal(output.bytes(), block) && output.is_intact());
}

using Operation = Result (Skcipher::*)(std::span<std::byte>,
                                       std::span<const std::byte>,
                                       std::span<std::byte>) const;

// One message as two requests, the iv of the second left by the first.
Result crypt_in_pieces(const Skcipher& tfm, Operation operation, Random& random,
                       std::span<std::byte> dst, std::span<const std::byte> src,
                       std::span<std::byte> iv) {
  const std::size_t chunk = tfm.alg().chunksize;
  const std::size_t first = chunk * random.up_to(src.size() / chunk);
  if (auto result = (tfm.*operation)(dst.first(first), src.first(first), iv);
      !result) {
    return result;
  }
  return (tfm.*operation)(dst.subspan(first), src.subspan(first), iv);
}

Result skcipher_direction(const Pair<Skcipher>& pair, Operation operation,
                          Random& random, std::span<const std::byte> from,
                          Bytes& to) {
  const Bytes iv = random.bytes(pair.reference.ivsize());
  Bytes iv_expected = iv;
  to.resize(from.size());
  if (auto result = (pair.reference.*operation)(to, from, iv_expected);
      !result) {
    return result;
  }
  Buffer input(random, from);
  Buffer other(random, from.size());
  Buffer iv_left(random, iv);
  Buffer& output = random.coin() ? input : other;
  if (auto result =
          crypt_in_pieces(pair.subject, operation, random, output.bytes(),
                          input.bytes(), iv_left.bytes());
      !result) {
    return result;
  }
  return expect(is_equal(output.bytes(), to) && output.is_intact() &&
                is_equal(iv_left.bytes(), iv_expected) && iv_left.is_intact());
}

// A text encrypted by both; any text is a ciphertext, so that it is decrypted
// by both as well.
Result skcipher_case(Pair<Skcipher>& pair, Random& random) {
  std::size_t size = random.length(pair.reference.alg().chunksize);
  size -= size % pair.reference.blocksize();
  const Bytes text = random.bytes(size);
  Bytes expected;
  if (auto result =
          skcipher_direction(pair, &Skcipher::encrypt, random, text, expected);
      !result) {
    return result;
  }
  return skcipher_direction(pair, &Skcipher::decrypt, random, text, expected);
}

// Opens what was sealed; then again with one bit turned.
Result open_case(const Aead& tfm, Random& random, const AeadRequest& sealed,
                 std::span<const std::byte> plaintext) {
  Buffer place(random, sealed.src);
  AeadRequest request = sealed;
  request.src = place.bytes();
  request.dst = place.bytes();
  if (auto result = tfm.decrypt(request); !result) {
    return result;
  }
  if (!is_equal(place.bytes().first(plaintext.size()), plaintext) ||
      !place.is_intact()) {
    return fail(EINVAL);
  }
  Buffer forged(random, sealed.src);
  request.src = forged.bytes();
  request.dst = forged.bytes();
  const std::size_t bit = random.up_to(sealed.src.size() * 8 - 1);
  forged.bytes()[bit / 8] ^= std::byte{1} << (bit % 8);
  const Bytes before(forged.bytes().begin(), forged.bytes().end());
  return expect(code_of(tfm.decrypt(request)) == EBADMSG &&
                is_equal(forged.bytes(), before));
}

Result aead_case(Pair<Aead>& pair, Random& random) {
  constexpr std::size_t kAuthSizes[] = {4, 8, 12, 13, 14, 15, 16};
  constexpr std::size_t kChunk = 16;
  const std::size_t authsize = random.pick(kAuthSizes);
  for (Aead* tfm : {&pair.reference, &pair.subject}) {
    if (auto result = tfm->setauthsize(authsize); !result) {
      return result;
    }
  }
  const Bytes iv = random.bytes(pair.reference.ivsize());
  const Bytes assoc = random.bytes(random.any_length(kChunk));
  const Bytes text = random.bytes(random.length(kChunk));
  Bytes sealed(text.size() + authsize);
  AeadRequest request{.iv = iv, .assoc = assoc, .src = text, .dst = sealed};
  if (auto result = pair.reference.encrypt(request); !result) {
    return result;
  }
  Buffer moved_assoc(random, assoc);
  Buffer input(random, text, authsize);
  Buffer other(random, sealed.size());
  Buffer& output = random.coin() ? input : other;
  request.assoc = moved_assoc.bytes();
  request.src = input.bytes().first(text.size());
  request.dst = output.bytes();
  if (auto result = pair.subject.encrypt(request); !result) {
    return result;
  }
  if (!is_equal(output.bytes(), sealed) || !output.is_intact()) {
    return fail(EINVAL);
  }
  request.src = sealed;
  return open_case(pair.subject, random, request, text);
}

}  // namespace

tl::expected<void, Errno> deep_test_hash(const Context& context,
                                         std::string_view driver,
                                         const DeepTest& deep) {
  return run_cases<Shash>(context, driver, deep, alloc_shash, hash_case);
}

tl::expected<void, Errno> deep_test_cipher(const Context& context,
                                           std::string_view driver,
                                           const DeepTest& deep) {
  return run_cases<Cipher>(context, driver, deep, alloc_cipher, cipher_case);
}

tl::expected<void, Errno> deep_test_skcipher(const Context& context,
                                             std::string_view driver,
                                             const DeepTest& deep) {
  return run_cases<Skcipher>(context, driver, deep, alloc_skcipher,
                             skcipher_case);
}

tl::expected<void, Errno> deep_test_aead(const Context& context,
                                         std::string_view driver,
                                         const DeepTest& deep) {
  return run_cases<Aead>(context, driver, deep, alloc_aead, aead_case);
}

}  // namespace crypto
