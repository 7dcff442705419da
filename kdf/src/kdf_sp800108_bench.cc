#include <array>
#include <vector>

#include <benchmark/benchmark.h>
#include <openssl/sha.h>

#include "crypto/boot.h"
#include "crypto/kdf108.h"
#include "crypto/kdf_sp800108.h"
#include "image_under_test.h"

namespace crypto {
namespace {

using Bytes = std::span<const std::byte>;
using Buffer = std::vector<std::byte>;

/// Where self-tests are skipped, so that all cells measure the same: what is
/// timed here does not depend on the settings.
ImageUnderTest& quiet_image() {
  static ImageUnderTest image("cryptomgr.notests=1");
  return image;
}

/// The fixed input of a protocol: label, zero byte, context, length.
class Request {
 public:
  explicit Request(std::size_t size) : out(size) {}

  [[nodiscard]] Bytes next_info() {
    // Another context each time.
    info_[9] ^= std::byte{1};
    return info_;
  }

  Buffer out;

 private:
  std::array<std::byte, 32> info_{};
};

void count_blocks(benchmark::State& state, std::size_t blocks) {
  state.counters["blocks"] = static_cast<double>(blocks);
  state.SetBytesProcessed(state.iterations() * state.range(0));
}

/// The unit of all others: one compression of the library's SHA-256, over a
/// buffer that stays in the cache. Nothing here can change it.
void sha256_compression(benchmark::State& state) {
  const std::vector<unsigned char> buffer(std::size_t{1} << 18);
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        SHA256(buffer.data(), buffer.size(), digest.data()));
  }
  state.counters["compressions"] =
      benchmark::Counter(static_cast<double>(buffer.size() / 64),
                         benchmark::Counter::kIsIterationInvariantRate |
                             benchmark::Counter::kInvert);
}

void ctr_generate(benchmark::State& state) {
  auto kmd = alloc_shash(quiet_image().user(), "hmac(sha256)");
  if (!kmd || !kdf108_setkey(*kmd, Buffer(32), {})) {
    state.SkipWithError("no handle");
    return;
  }
  Request request(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    const Bytes info[] = {request.next_info()};
    benchmark::DoNotOptimize(kdf108_ctr_generate(*kmd, info, request.out));
  }
  count_blocks(state, (request.out.size() + 31) / 32);
}

void setkey_and_generate(benchmark::State& state) {
  auto kmd = alloc_shash(quiet_image().user(), "hmac(sha256)");
  if (!kmd) {
    state.SkipWithError("no handle");
    return;
  }
  const Buffer key(32);
  Request request(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    const Bytes info[] = {request.next_info()};
    benchmark::DoNotOptimize(kdf108_setkey(*kmd, key, {}));
    benchmark::DoNotOptimize(kdf108_ctr_generate(*kmd, info, request.out));
  }
  count_blocks(state, (request.out.size() + 31) / 32);
}

void family(benchmark::State& state, Kdf108Mode mode) {
  auto kdf =
      Kdf108::create(quiet_image().user(), "hmac(sha256)",
                     {.mode = mode, .counter = Kdf108Counter::after_fixed});
  if (!kdf || !kdf->set_key(Buffer(32))) {
    state.SkipWithError("no handle");
    return;
  }
  Request request(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    const Bytes info[] = {request.next_info()};
    benchmark::DoNotOptimize(kdf->derive({}, info, request.out));
  }
  count_blocks(state, (request.out.size() + 31) / 32);
}

BENCHMARK(sha256_compression);
BENCHMARK(ctr_generate)->Arg(32)->Arg(100)->Arg(16384);
BENCHMARK(setkey_and_generate)->Arg(32);
BENCHMARK_CAPTURE(family, feedback, Kdf108Mode::feedback)->Arg(32)->Arg(16384);
BENCHMARK_CAPTURE(family, double_pipeline, Kdf108Mode::double_pipeline)
    ->Arg(32)
    ->Arg(16384);

}  // namespace
}  // namespace crypto
