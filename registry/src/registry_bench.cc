#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "crypto/boot.h"
#include "crypto/hash.h"
#include "testing.h"

namespace crypto {
namespace {

using testing::as_fake;
using testing::fake_hash;
using testing::fake_module;

// Both should not depend on how many algorithms there are.
void fill(Registry& registry, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    if (!register_alg(as_fake(registry),
                      fake_hash("n" + number, "d" + number))) {
      std::abort();
    }
  }
}

void bm_lookup(benchmark::State& state) {
  Registry registry(fake_module({}, false));
  fill(registry, state.range(0));
  for (auto _ : state) {
    benchmark::DoNotOptimize(alg_mod_lookup(as_fake(registry), "n0", 0, 0));
  }
}
BENCHMARK(bm_lookup)->Arg(1)->Arg(100)->Arg(1000);

void bm_register_untested(benchmark::State& state) {
  Registry registry(fake_module({}, false));
  fill(registry, state.range(0));
  const auto alg = fake_hash("hash", "hash-a");
  for (auto _ : state) {
    benchmark::DoNotOptimize(register_alg(as_fake(registry), alg));
    unregister_alg(as_fake(registry), alg);
  }
}
BENCHMARK(bm_register_untested)->Arg(1)->Arg(1000);

void bm_digest(benchmark::State& state, const char* name) {
  auto boot = Boot::prepare(
      init_table(), {.image = "full", .words = {"cryptomgr.notests=1"}});
  if (!boot || (*boot)->run() != BootStatus::booted) {
    state.SkipWithError("the image does not boot");
    return;
  }
  auto tfm = alloc_shash(Context((*boot)->registry()), name);
  const std::vector<std::byte> data(static_cast<std::size_t>(state.range(0)));
  std::vector<std::byte> out(kMaxDigestSize);
  if (!tfm || (tfm->is_keyed() && !tfm->setkey(data))) {
    state.SkipWithError("no such hash");
    return;
  }
  for (auto _ : state) {
    benchmark::DoNotOptimize(tfm->digest(data, out));
  }
  state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK_CAPTURE(bm_digest, sha256_generic, "sha256-generic")
    ->Arg(32)
    ->Arg(4096);
BENCHMARK_CAPTURE(bm_digest, sha256_libcrypto, "sha256-libcrypto")
    ->Arg(32)
    ->Arg(4096);
BENCHMARK_CAPTURE(bm_digest, hmac_sha256_libcrypto, "hmac(sha256-libcrypto)")
    ->Arg(32)
    ->Arg(4096);

void bm_boot(benchmark::State& state) {
  for (auto _ : state) {
    auto boot = Boot::prepare(
        init_table(), {.words = {"cryptomgr.notests=1"}, .event_capacity = 0});
    benchmark::DoNotOptimize((*boot)->run());
  }
}
BENCHMARK(bm_boot);

}  // namespace
}  // namespace crypto
