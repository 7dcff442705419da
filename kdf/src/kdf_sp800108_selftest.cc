#include "kdf_sp800108_selftest.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "crypto/kdf108.h"
#include "crypto/kdf_sp800108.h"
#include "kdf_sp800108_vectors.h"

namespace crypto {
namespace {

constexpr std::string_view kSubject = "CTR-KDF (hmac(sha256))";

using Bytes = std::span<const std::byte>;

[[nodiscard]] Bytes bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

[[nodiscard]] tl::expected<void, Errno> compare(Bytes derived,
                                                std::string_view expected) {
  if (!std::ranges::equal(derived, bytes_of(expected))) {
    return fail(EINVAL);
  }
  return {};
}

[[nodiscard]] tl::expected<void, Errno> test_counter(
    const ModuleContext& context, Shash& kmd) {
  for (const CounterVector& vector : kCounterVectors) {
    context.selftest_vector(kSubject);
    if (auto keyed = kdf108_setkey(kmd, bytes_of(vector.key), {}); !keyed) {
      return keyed;
    }
    std::array<Bytes, kMaxSegments> info;
    std::ranges::transform(vector.info, info.begin(), bytes_of);
    std::array<std::byte, kMaxOutput> room{};
    const auto out = std::span(room).first(vector.output.size());
    auto done =
        kdf108_ctr_generate(kmd, std::span(info).first(vector.segments), out);
    if (done) {
      done = compare(out, vector.output);
    }
    if (!done) {
      return done;
    }
  }
  return {};
}

[[nodiscard]] tl::expected<void, Errno> test_family(
    const ModuleContext& context, Shash kmd) {
  for (const FamilyVector& vector : kFamilyVectors) {
    context.selftest_vector(kSubject);
    auto kdf = Kdf108::create(std::move(kmd), vector.layout);
    if (!kdf) {
      return fail(kdf.error());
    }
    if (auto keyed = kdf->set_key(bytes_of(vector.key)); !keyed) {
      return keyed;
    }
    const Bytes info[] = {bytes_of(vector.info)};
    std::array<std::byte, kMaxOutput> room{};
    const auto out = std::span(room).first(vector.output.size());
    auto done = kdf->derive(bytes_of(vector.iv), info, out);
    if (done) {
      done = compare(out, vector.output);
    }
    if (!done) {
      return done;
    }
    kmd = std::move(*kdf).release();
  }
  return {};
}

[[nodiscard]] tl::expected<void, Errno> test_vectors(
    const ModuleContext& context, Shash kmd) {
  if (auto tested = test_counter(context, kmd); !tested) {
    return tested;
  }
  return test_family(context, std::move(kmd));
}

[[nodiscard]] tl::expected<void, Errno> test(const ModuleContext& context) {
  context.selftest_begin(kSubject);
  auto kmd = alloc_shash(context, "hmac(sha256)");
  if (!kmd) {
    // The kernel's code, which hides what happened: the event tells.
    context.selftest_end(kSubject, ENOMEM, kmd.error().code());
    return fail(ENOMEM);
  }
  auto tested = test_vectors(context, std::move(*kmd));
  context.selftest_end(kSubject, code_of(tested));
  return tested;
}

}  // namespace

tl::expected<void, Errno> kdf108_selftest(const ModuleContext& context) {
  auto tested = test(context);
  const std::string report =
      "alg: self-tests for " + std::string(kSubject) +
      (tested ? " passed"
              : " failed (rc=" + std::to_string(-code_of(tested)) + ")");
  if (!tested && context.fips_enabled()) {
    context.panic(report);
  } else if (!tested || context.fips_enabled()) {
    context.log(report);
  }
  return tested;
}

}  // namespace crypto
