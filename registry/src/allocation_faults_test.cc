// A program of its own: it replaces operator new.
#include <atomic>
#include <cstdlib>
#include <new>
#include <set>

#include <gtest/gtest.h>

#include "internal.h"
#include "testing.h"

namespace {

// The number of allocations until one fails; negative: none does.
std::atomic<long> remaining{-1};
std::atomic<bool> fails_from_then_on{false};

bool fails_now() {
  if (remaining.load(std::memory_order_relaxed) < 0) {
    return false;
  }
  const long before = remaining.fetch_sub(1);
  if (before == 0 && fails_from_then_on) {
    remaining = 0;
  }
  return before == 0;
}

void* allocate(std::size_t size, std::size_t alignment) {
  if (fails_now()) {
    return nullptr;
  }
  const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
  return std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
}

void* allocate_or_throw(std::size_t size, std::size_t alignment) {
  if (void* memory = allocate(size, alignment)) {
    return memory;
  }
  throw std::bad_alloc();
}

constexpr std::size_t kAlignment = alignof(std::max_align_t);

}  // namespace

void* operator new(std::size_t size) {
  return allocate_or_throw(size, kAlignment);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return allocate(size, kAlignment);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t /*size*/,
                     std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}

namespace crypto {
namespace {

using namespace std::chrono_literals;
using testing::as_fake;
using testing::fake_hash;
using testing::fake_module;

constexpr AlgTest kRows[] = {{"hash", testing::passes, true, {}},
                             {"late", testing::passes, true, {}},
                             {"w(hash)", testing::passes, true, {}}};

RegistryOptions options_of(bool fips) {
  auto options = fake_module(kRows);
  options.fips = fips;
  options.event_capacity = 64;
  options.load_module = [](const Context& context, std::string_view name) {
    return name == "crypto-late" &&
           register_alg(context.owned_by(testing::kFake),
                        fake_hash("late", "late-1"))
               .has_value();
  };
  return options;
}

// Every kind of thing a registry does, as often as memory lets it.
void use(Registry& registry, std::set<int>& codes) {
  const Context context = as_fake(registry);
  const auto better = fake_hash("hash", "hash-2", 200);
  auto tmpl = std::make_shared<Template>();
  tmpl->name = "w";
  tmpl->create = testing::create_wrapper;
  codes.insert(code_of(register_template(context, tmpl)));
  codes.insert(code_of(register_alg(context, fake_hash("hash", "hash-1"))));
  codes.insert(code_of(alloc_shash(context, "w(hash)")));
  codes.insert(code_of(alloc_shash(context, "late")));
  codes.insert(code_of(register_alg(context, better)));
  codes.insert(code_of(alloc_shash(context, "w(hash)")));
  unregister_alg(context, better);
  codes.insert(code_of(alloc_shash(context, "w(hash)")));
}

// True if the nth allocation was reached.
bool run_with_fault(bool fips, long nth, bool from_then_on) {
  Registry registry(options_of(fips));
  register_manager(Context(registry));
  std::set<int> codes;
  codes.insert({0, EAGAIN, EINTR, EIO, ENOENT, ENOMEM, ELIBBAD});
  const std::size_t documented = codes.size();
  fails_from_then_on = from_then_on;
  remaining = nth;
  try {
    use(registry, codes);
  } catch (const std::bad_alloc&) {
    // What the caller itself allocates.
  }
  const bool is_at_rest = registry.wait_quiescent(20s);
  const bool was_reached = remaining < 0 || (from_then_on && remaining == 0);
  remaining = -1;
  EXPECT_TRUE(is_at_rest) << nth;
  EXPECT_EQ(codes.size(), documented) << nth << ": an undocumented code";
  EXPECT_EQ(registry.leaks_text(), "") << nth;
  EXPECT_EQ(registry.counter(Counter::larvals_live), 0) << nth;
  EXPECT_EQ(registry.counter(Counter::threads_live), 0) << nth;
  EXPECT_LE(registry.counter_label(Counter::selftests_executed, 0),
            registry.counter(Counter::selftest_vectors))
      << nth;
  const ReadLock lock(registry.impl().lock);
  for (const auto& alg : registry.impl().table.list()) {
    EXPECT_EQ((alg->flags & kAlgTested) != 0,
              alg->registration.state == SelftestState::passed)
        << nth << ' ' << alg->driver_name;
  }
  return was_reached;
}

class Allocation : public ::testing::TestWithParam<std::tuple<bool, bool>> {};

TEST_P(Allocation, MayFailAnywhere) {
  const auto [fips, from_then_on] = GetParam();
  long nth = 0;
  while (run_with_fault(fips, nth, from_then_on) && !HasFailure()) {
    ASSERT_LT(++nth, 5000);
  }
  EXPECT_GT(nth, 20) << "the scenario allocates";
}

INSTANTIATE_TEST_SUITE_P(Faults, Allocation,
                         ::testing::Combine(::testing::Bool(),
                                            ::testing::Bool()));

// The fast path: after the first uses, the handle is all that is allocated.
TEST(Handle, OfAnExistingHashIsNone) {
  Registry registry(fake_module(kRows));
  register_manager(Context(registry));
  ASSERT_TRUE(register_alg(as_fake(registry), fake_hash("hash", "hash-1")));
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(code_of(alloc_shash(as_fake(registry), "hash")), 0);
  }
  ASSERT_TRUE(registry.wait_quiescent(10s));
  const std::uint64_t version = registry.impl().lock.version();
  // Each allocation would fail.
  fails_from_then_on = true;
  remaining = 0;
  const int code = code_of(alloc_shash(as_fake(registry), "hash"));
  remaining = -1;
  EXPECT_EQ(code, 0);
  EXPECT_EQ(registry.impl().lock.version(), version);
}

// By the events: a lookup of what exists takes the lock in no mode.
TEST(Lookup, OfWhatExistsTakesNoLock) {
  auto options = fake_module(kRows);
  options.event_capacity = 1000;
  Registry registry(std::move(options));
  register_manager(Context(registry));
  ASSERT_TRUE(register_alg(as_fake(registry), fake_hash("hash", "hash-1")));
  ASSERT_EQ(code_of(alloc_shash(as_fake(registry), "hash")), 0);
  ASSERT_TRUE(registry.wait_quiescent(10s));
  const auto events = [&registry] { return registry.events_text(); };
  const std::size_t before = events().size();
  ASSERT_EQ(code_of(alloc_shash(as_fake(registry), "hash")), 0);
  const std::string since = events().substr(before);
  EXPECT_NE(since.find("lookup-end"), std::string::npos);
  EXPECT_EQ(since.find("lock-acquire"), std::string::npos);
}

}  // namespace
}  // namespace crypto
