// What the registry promises about speed, each as a ratio of two things timed
// in this run, for their times differ from machine to machine. Each side is
// the fastest of several goes, for what disturbs only ever adds. Too slow for
// every cell of the matrix: ci/bench/registry runs it.
#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <benchmark/benchmark.h>
#include <malloc.h>
#include <openssl/evp.h>

#include "crypto/boot.h"
#include "internal.h"
#include "testing.h"

namespace crypto {
namespace {

using namespace std::chrono_literals;
using testing::as_fake;
using testing::fake_hash;
using testing::fake_module;

using Nanoseconds = std::chrono::duration<double, std::nano>;
using Algs = std::vector<std::shared_ptr<Alg>>;

constexpr int kGoes = 7;

void require(bool holds) {
  if (!holds) {
    std::abort();
  }
}

Algs make_algs(std::size_t count, std::string_view name) {
  Algs algs;
  algs.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    algs.push_back(fake_hash(
        name.empty() ? "name-" + number : std::string(name), "d-" + number));
  }
  return algs;
}

void register_all(Registry& registry, const Algs& algs) {
  for (const auto& alg : algs) {
    require(register_alg(as_fake(registry), alg).has_value());
  }
}

double fastest(const std::function<Nanoseconds()>& go) {
  double best = 0;
  for (int i = 0; i < kGoes; ++i) {
    const double spent = go().count();
    best = i == 0 ? spent : std::min(best, spent);
  }
  return best;
}

Nanoseconds timed(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::steady_clock::now() - begin;
}

/// One algorithm's share of registering `count` of them, tests off.
double register_ns(std::size_t count) {
  const std::size_t registries = std::max<std::size_t>(1, 2000 / count);
  return fastest([&] {
           Nanoseconds spent{0};
           for (std::size_t i = 0; i < registries; ++i) {
             Registry registry(fake_module({}, false));
             const Algs algs = make_algs(count, {});
             spent += timed([&] { register_all(registry, algs); });
           }
           return spent;
         }) /
         static_cast<double>(count * registries);
}

constexpr AlgTest kRows[] = {{"hash", testing::passes, true, {}}};

/// The manager without a pool: a thread for each test.
class ThreadForEach {
 public:
  explicit ThreadForEach(Registry& registry) {
    register_notifier(registry, [this](const Context& context, Message message,
                                       const std::shared_ptr<Alg>& alg) {
      if (message != Message::register_alg) {
        return Verdict::done;
      }
      const Context own = context.on_other_thread();
      threads_.emplace_back([own, alg] {
        alg_tested(own, alg->driver_name, alg_test(own, alg));
      });
      return Verdict::stop;
    });
  }
  void join() { threads_.clear(); }

 private:
  std::vector<std::jthread> threads_;
};

/// Registering and testing `count` algorithms, on the pool or not.
double tested_ns(std::size_t count, bool has_pool) {
  return fastest([&] {
    Registry registry(fake_module(kRows));
    ThreadForEach each(registry);
    const Algs algs = make_algs(count, "hash");
    if (!has_pool) {
      return timed([&] {
        register_all(registry, algs);
        each.join();
      });
    }
    Registry pooled(fake_module(kRows));
    register_manager(Context(pooled));
    return timed([&] {
      register_all(pooled, algs);
      require(pooled.wait_quiescent(60s));
    });
  });
}

void bm_register(benchmark::State& state) {
  for (auto _ : state) {
    const double at_100 = register_ns(100);
    const double at_1000 = register_ns(1000);
    const double at_10000 = register_ns(10'000);
    const double thread_for_each = tested_ns(1000, false) / 1000;
    state.counters["at_100_ns"] = at_100;
    state.counters["at_1000_ns"] = at_1000;
    state.counters["at_10000_ns"] = at_10000;
    state.counters["thread_for_each_ns"] = thread_for_each;
    state.counters["growth"] = at_10000 / at_100;
    state.counters["cheaper_than_threads"] = thread_for_each / at_1000;
  }
}
BENCHMARK(bm_register)->Iterations(1)->Unit(benchmark::kMillisecond);

void bm_selftests(benchmark::State& state) {
  for (auto _ : state) {
    const double pool = tested_ns(200, true);
    const double threads = tested_ns(200, false);
    state.counters["pool_ns"] = pool / 200;
    state.counters["threads_ns"] = threads / 200;
    state.counters["faster"] = threads / pool;
  }
}
BENCHMARK(bm_selftests)->Iterations(1)->Unit(benchmark::kMillisecond);

constexpr int kAllocations = 20'000;

void allocate_many(Registry& registry) {
  for (int i = 0; i < kAllocations; ++i) {
    const auto tfm = alloc_shash(Context(registry), "hmac(sha256)");
    benchmark::DoNotOptimize(tfm.has_value());
  }
}

void evp_allocate_many() {
  for (int i = 0; i < kAllocations; ++i) {
    EVP_MAC* mac = EVP_MAC_fetch(nullptr, "HMAC", nullptr);
    EVP_MAC_CTX* context = EVP_MAC_CTX_new(mac);
    benchmark::DoNotOptimize(context);
    EVP_MAC_CTX_free(context);
    EVP_MAC_free(mac);
  }
}

// In that many threads at once; the time until the last is done.
Nanoseconds in_threads(int count, const std::function<void()>& work) {
  std::vector<std::jthread> threads;
  return timed([&] {
    for (int i = 1; i < count; ++i) {
      threads.emplace_back(work);
    }
    work();
    threads.clear();
  });
}

void bm_alloc(benchmark::State& state) {
  auto boot = Boot::prepare(init_table(), {.words = {"cryptomgr.notests=1"},
                                           .wait_limit = 60s,
                                           .event_capacity = 0});
  require(boot && (*boot)->run() == BootStatus::booted);
  Registry& registry = (*boot)->registry();
  require(alloc_shash(Context(registry), "hmac(sha256)").has_value());
  for (auto _ : state) {
    const auto ours = [&registry] { allocate_many(registry); };
    const double one = fastest([&] { return in_threads(1, ours); });
    const double two = fastest([&] { return in_threads(2, ours); });
    const double evp = fastest([&] { return timed(evp_allocate_many); });
    state.counters["one_ns"] = one / kAllocations;
    state.counters["evp_ns"] = evp / kAllocations;
    state.counters["faster_than_evp"] = evp / one;
    state.counters["two_threads"] = 2 * one / two;
  }
}
BENCHMARK(bm_alloc)->Iterations(1)->Unit(benchmark::kMillisecond);

/// What the heap grows by for each of `count` algorithms that exist already.
double heap_bytes(Registry& registry, std::size_t count) {
  const Algs algs = make_algs(count, "hash");
  const auto before = mallinfo2().uordblks;
  register_all(registry, algs);
  return static_cast<double>(mallinfo2().uordblks - before) /
         static_cast<double>(count);
}

void bm_memory(benchmark::State& state) {
  constexpr std::size_t kCount = 10'000;
  for (auto _ : state) {
    Registry untested(fake_module({}, false));
    auto options = fake_module(kRows);
    options.defer_tests = true;
    Registry pending(std::move(options));
    const double alg = heap_bytes(untested, kCount);
    const double both = heap_bytes(pending, kCount);
    state.counters["alg_bytes"] = alg;
    state.counters["alg_itself_bytes"] = sizeof(testing::FakeHash);
    state.counters["larval_bytes"] = both - alg;
  }
}
BENCHMARK(bm_memory)->Iterations(1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace crypto
