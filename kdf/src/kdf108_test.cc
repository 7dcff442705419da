#include "crypto/kdf108.h"

#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "fake_hash.h"
#include "test_support.h"

namespace crypto {
namespace {

using enum Kdf108Counter;
using Bytes = std::span<const std::byte>;
using Buffer = std::vector<std::byte>;

constexpr Kdf108Mode kAllModes[] = {Kdf108Mode::counter, Kdf108Mode::feedback,
                                    Kdf108Mode::double_pipeline};

/// A counter place that every mode has.
[[nodiscard]] Kdf108Layout layout_of(Kdf108Mode mode, unsigned bits = 32) {
  return {.mode = mode, .counter = after_fixed, .counter_bits = bits};
}

class Family : public ImageTest {
 protected:
  [[nodiscard]] static tl::expected<Kdf108, Errno> create(
      const Kdf108Layout& layout, std::string_view prf = "hmac(sha256)") {
    return Kdf108::create(image_under_test().user(), prf, layout);
  }

  /// A keyed one. REQUIRES: the layout is valid.
  [[nodiscard]] static Kdf108 keyed(const Kdf108Layout& layout) {
    auto kdf = create(layout);
    EXPECT_TRUE(kdf);
    EXPECT_TRUE(kdf->set_key(Buffer(32, std::byte{7})));
    return std::move(*kdf);
  }

  [[nodiscard]] static std::string derive(const Kdf108& kdf, Bytes info,
                                          std::size_t size) {
    const Bytes segments[] = {info};
    Buffer out(size);
    const auto result = kdf.derive({}, segments, out);
    return result ? to_hex(out) : std::to_string(code_of(result));
  }
};

TEST_F(Family, HasTheCounterPlacesOfEachMode) {
  struct Row {
    Kdf108Counter place;
    bool counter_mode;
    bool others;
  };
  constexpr Row kRows[] = {
      {none, false, true},           {before_iter, false, true},
      {after_iter, false, true},     {before_fixed, true, false},
      {before_segment, true, false}, {after_fixed, true, true},
  };
  for (const Row& row : kRows) {
    for (const Kdf108Mode mode : kAllModes) {
      const bool is_valid =
          mode == Kdf108Mode::counter ? row.counter_mode : row.others;
      const auto kdf = create({.mode = mode, .counter = row.place});
      EXPECT_EQ(is_valid ? 0 : EINVAL, code_of(kdf))
          << static_cast<int>(mode) << " " << static_cast<int>(row.place);
    }
  }
}

TEST_F(Family, HasFourCounterWidths) {
  for (unsigned bits = 0; bits <= 64; ++bits) {
    const bool is_valid = bits == 8 || bits == 16 || bits == 24 || bits == 32;
    const auto kdf = create({.counter_bits = bits});
    EXPECT_EQ(is_valid ? 0 : EINVAL, code_of(kdf)) << bits;
  }
}

TEST_F(Family, RefusesModesThatAreNone) {
  EXPECT_EQ(EINVAL, code_of(create({.mode = static_cast<Kdf108Mode>(3)})));
}

TEST_F(Family, TakesKeyedHashesOnly) {
  EXPECT_EQ(EINVAL, code_of(create({}, "sha256")));
  EXPECT_EQ(ENOENT, code_of(create({}, "hmac(nosuch)")));
  EXPECT_EQ(ENOENT, code_of(create({}, "nosuch")));
  EXPECT_EQ(0, code_of(create({}, "hmac(sha224)")));
}

TEST_F(Family, LooksItsFunctionUpOnce) {
  const Kdf108 kdf = keyed({});
  Registry& registry = image_under_test().registry();
  const auto lookups = registry.counter(Counter::lookups);
  const auto handles = registry.counter(Counter::handles_allocated);
  EXPECT_EQ(200U, derive(kdf, {}, 100).size());
  EXPECT_EQ(lookups, registry.counter(Counter::lookups));
  EXPECT_EQ(handles, registry.counter(Counter::handles_allocated));
}

TEST_F(Family, AllowsExactlyAsManyBlocksAsTheCounterCounts) {
  for (const Kdf108Mode mode : kAllModes) {
    const Kdf108 kdf = keyed(layout_of(mode, 8));
    EXPECT_EQ(std::size_t{2 * 255 * 32}, derive(kdf, {}, 255 * 32).size());
    Buffer out(255 * 32 + 1, std::byte{0xa5});
    const Buffer before = out;
    EXPECT_EQ(EINVAL, code_of(kdf.derive({}, {}, out)));
    EXPECT_EQ(before, out);
    EXPECT_EQ(std::to_string(EINVAL), derive(kdf, {}, 300 * 32));
    EXPECT_EQ(std::to_string(EINVAL), derive(kdf, {}, 8200));
  }
}

TEST_F(Family, CountsBlocksInSixtyFourBits) {
  Buffer room(1);
  for (const Kdf108Layout& layout :
       {Kdf108Layout{}, Kdf108Layout{.counter_bits = 16},
        Kdf108Layout{.mode = Kdf108Mode::feedback, .counter = none}}) {
    const Kdf108 kdf = keyed(layout);
    const unsigned bits = layout.counter_bits;
    // Refused before the memory, which is not there, is looked at.
    const std::size_t size = ((std::size_t{1} << bits) - 1) * 32 + 1;
    EXPECT_EQ(EINVAL,
              code_of(kdf.derive({}, {}, std::span(room.data(), size))));
  }
}

TEST_F(Family, SucceedsOnEmptyOutputsInAllModesEvenWithoutKey) {
  for (const Kdf108Mode mode : kAllModes) {
    const auto kdf = create(layout_of(mode));
    ASSERT_TRUE(kdf);
    EXPECT_TRUE(kdf->derive({}, {}, {}));
    EXPECT_TRUE(keyed(layout_of(mode)).derive({}, {}, {}));
  }
}

TEST_F(Family, DemandsAKeyAndClearsTheOutput) {
  for (const Kdf108Mode mode : kAllModes) {
    const auto kdf = create(layout_of(mode));
    ASSERT_TRUE(kdf);
    Buffer out(40, std::byte{0xa5});
    EXPECT_EQ(ENOKEY, code_of(kdf->derive({}, {}, out)));
    EXPECT_EQ(Buffer(40), out);
  }
}

TEST_F(Family, TakesAnIvInFeedbackModeOnly) {
  const Buffer iv(32, std::byte{1});
  Buffer out(40, std::byte{0xa5});
  const Buffer before = out;
  EXPECT_EQ(EINVAL,
            code_of(keyed(layout_of(Kdf108Mode::counter)).derive(iv, {}, out)));
  EXPECT_EQ(
      EINVAL,
      code_of(
          keyed(layout_of(Kdf108Mode::double_pipeline)).derive(iv, {}, out)));
  EXPECT_EQ(before, out);
  EXPECT_TRUE(keyed(layout_of(Kdf108Mode::feedback)).derive(iv, {}, out));
}

TEST_F(Family, NeverCutsTheIvFromTheContext) {
  const Kdf108 kdf =
      keyed({.mode = Kdf108Mode::feedback, .counter = before_iter});
  const Buffer context(40, std::byte{7});
  const Bytes whole[] = {context};
  const Bytes rest[] = {Bytes(context).subspan(32)};
  Buffer left(64);
  Buffer right(64);
  ASSERT_TRUE(kdf.derive({}, whole, left));
  ASSERT_TRUE(kdf.derive(Bytes(context).first(32), rest, right));
  // The first blocks are of the same bytes, the second ones are not.
  EXPECT_EQ(to_hex(left).substr(0, 64), to_hex(right).substr(0, 64));
  EXPECT_NE(left, right);
}

TEST_F(Family, PutsTheCounterBeforeASegment) {
  const Buffer info = bytes_of("labelcontext");
  const Bytes halves[] = {Bytes(info).first(5), Bytes(info).subspan(5)};
  const Kdf108 first = keyed({.counter = before_segment, .segment = 0});
  const Kdf108 second = keyed({.counter = before_segment, .segment = 1});
  const Kdf108 third = keyed({.counter = before_segment, .segment = 2});
  Buffer out(32);
  ASSERT_TRUE(first.derive({}, halves, out));
  EXPECT_EQ(derive(keyed({}), info, 32), to_hex(out));
  ASSERT_TRUE(second.derive({}, halves, out));
  EXPECT_NE(derive(keyed({}), info, 32), to_hex(out));
  EXPECT_EQ(EINVAL, code_of(third.derive({}, halves, out)));
  EXPECT_EQ(EINVAL, code_of(first.derive({}, {}, out)));
}

TEST_F(Family, RefusesAnOutputThatOverlapsAnInput) {
  const Kdf108 kdf = keyed(layout_of(Kdf108Mode::feedback));
  Buffer room(96, std::byte{0xa5});
  const Buffer before = room;
  const auto all = std::span(room);
  const Bytes info[] = {all.subspan(64)};
  EXPECT_EQ(EINVAL, code_of(kdf.derive(all.first(32), {}, all.first(64))));
  EXPECT_EQ(EINVAL, code_of(kdf.derive({}, info, all.first(65))));
  EXPECT_EQ(before, room);
  EXPECT_TRUE(kdf.derive(all.first(32), info, all.subspan(32, 32)));
}

TEST_F(Family, TakesShortAndEmptyKeysUnlessFips) {
  const bool fips = image_under_test().registry().fips();
  const std::byte zero[1] = {};
  auto kdf = create({});
  ASSERT_TRUE(kdf);
  for (const std::size_t size : {0, 1, 13, 14, 16, 64, 65, 200}) {
    const bool is_taken = !fips || size >= 14;
    EXPECT_EQ(is_taken ? 0 : EINVAL, code_of(kdf->set_key(Buffer(size))));
    EXPECT_EQ(is_taken, derive(*kdf, {}, 32).size() == 64) << size;
  }
  EXPECT_EQ(fips ? EINVAL : 0, code_of(kdf->set_key(Bytes(zero, 0))));
}

TEST_F(Family, TreatsNullAndPointerAsTheSameEmptyKey) {
  const Buffer info = unhex("6c006300000100");
  const std::byte zero[1] = {};
  auto kdf = create({});
  ASSERT_TRUE(kdf);
  if (image_under_test().registry().fips()) {
    EXPECT_EQ(EINVAL, code_of(kdf->set_key({})));
    EXPECT_EQ(EINVAL, code_of(kdf->set_key(Bytes(zero, 0))));
    return;
  }
  ASSERT_TRUE(kdf->set_key({}));
  const std::string by_null = derive(*kdf, info, 32);
  EXPECT_EQ("f84d830f4d843484182222b96c1fc063", by_null.substr(0, 32));
  ASSERT_TRUE(kdf->set_key(Bytes(zero, 0)));
  EXPECT_EQ(by_null, derive(*kdf, info, 32));
  // HMAC pads keys with zeros.
  ASSERT_TRUE(kdf->set_key(zero));
  EXPECT_EQ(by_null, derive(*kdf, info, 32));
}

TEST_F(Family, LosesItsKeyWhenSetKeyFails) {
  auto hash = std::make_shared<FakeHash>(16, true);
  FakeHashRegistry registry(hash);
  auto handle = registry.alloc();
  ASSERT_TRUE(handle);
  auto kdf = Kdf108::create(std::move(*handle), Kdf108Layout{});
  ASSERT_TRUE(kdf);
  ASSERT_TRUE(kdf->set_key(Buffer(16)));
  hash->has_failing_setkey = true;
  EXPECT_EQ(ENOMEM, code_of(kdf->set_key(Buffer(16))));
  EXPECT_EQ(std::to_string(ENOKEY), derive(*kdf, {}, 16));
}

TEST_F(Family, ClearsTheWholeOutputAfterAnError) {
  for (const Kdf108Mode mode : kAllModes) {
    auto hash = std::make_shared<FakeHash>(16, true);
    FakeHashRegistry registry(hash);
    auto handle = registry.alloc();
    ASSERT_TRUE(handle);
    auto kdf = Kdf108::create(std::move(*handle), layout_of(mode));
    ASSERT_TRUE(kdf);
    ASSERT_TRUE(kdf->set_key(Buffer(16)));
    hash->failing_final = 3;
    Buffer out(80, std::byte{0xa5});
    EXPECT_EQ(ENOMEM, code_of(kdf->derive({}, {}, out)));
    EXPECT_EQ(Buffer(80), out);
  }
}

TEST_F(Family, KeepsNothingFromOneDerivationToTheNext) {
  const Buffer iv(32, std::byte{9});
  for (const Kdf108Mode mode : kAllModes) {
    const Kdf108 kdf = keyed(layout_of(mode));
    const std::string once = derive(kdf, {}, 100);
    if (mode == Kdf108Mode::feedback) {
      Buffer other(100);
      ASSERT_TRUE(kdf.derive(iv, {}, other));
      EXPECT_NE(once, to_hex(other));
    }
    EXPECT_EQ(once, derive(kdf, {}, 100));
  }
}

TEST_F(Family, GivesItsHandleBackForAnotherLayout) {
  Kdf108 kdf = keyed({});
  const std::string expected = derive(keyed(layout_of(kAllModes[1])), {}, 64);
  auto other =
      Kdf108::create(std::move(kdf).release(), layout_of(kAllModes[1]));
  ASSERT_TRUE(other);
  EXPECT_EQ(std::to_string(ENOKEY), derive(*other, {}, 64));
  ASSERT_TRUE(other->set_key(Buffer(32, std::byte{7})));
  EXPECT_EQ(expected, derive(*other, {}, 64));
}

/// SP 800-108 cases that other libraries got wrong.
TEST_F(Family, DerivesTheKeysOfRfc8009) {
  auto kdf = create({});
  ASSERT_TRUE(kdf);
  ASSERT_TRUE(kdf->set_key(unhex("3705d96080c17728a0e800eab6e0d23c")));
  EXPECT_EQ("b31a018a48f54776f403e9a396325dc3",
            derive(*kdf, unhex("00000002990000000080"), 16));
}

TEST_F(Family, CountsTheLengthInBits) {
  auto kdf = create({});
  ASSERT_TRUE(kdf);
  ASSERT_TRUE(kdf->set_key(bytes_of("0123456789abcdef")));
  EXPECT_EQ("5fa5e64d25cb707b75530de7ceab5b77",
            derive(*kdf, unhex("6c006300000100"), 32).substr(0, 32));
}

}  // namespace
}  // namespace crypto
