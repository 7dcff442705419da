#include "loader.h"

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "crypto/boot.h"
#include "crypto/hash.h"
#include "crypto/registry.h"
#include "internal.h"

namespace crypto {
namespace {

constexpr std::string_view kAliasesA[] = {"alg-a"};
constexpr std::string_view kAliasesB[] = {"alg-b"};
constexpr std::string_view kAliasesC[] = {"alg-c"};

ModuleInfo loadable(std::string_view name,
                    std::span<const std::string_view> aliases) {
  ModuleInfo info;
  info.name = name;
  info.file = "of-a-test.so";
  info.aliases = aliases;
  return info;
}

/// Three loadable modules, and what the init of each asks for.
struct Modules {
  ModuleInfo a = loadable("a", kAliasesA);
  ModuleInfo b = loadable("b", kAliasesB);
  ModuleInfo c = loadable("c", kAliasesC);
  Registry registry{RegistryOptions{
      .modules = {{.name = "a"}, {.name = "b"}, {.name = "c"}}}};
  std::vector<std::string_view> wants{"", "", ""};
  std::vector<bool> answers{false, false, false};
  std::vector<std::atomic<int>> inits = std::vector<std::atomic<int>>(3);
  bool succeeds = true;
  Loader loader{{&a, &b, &c}, [this](const Context&, std::size_t index) {
                  ++inits[index];
                  const auto id = static_cast<ModuleId>(index + 1);
                  if (!wants[index].empty()) {
                    answers[index] =
                        loader.request(Context(registry, id, id), wants[index]);
                  }
                  return succeeds;
                }};

  bool request(std::string_view alias) {
    return loader.request(Context(registry), alias);
  }
};

TEST(Loader, LoadsWhoProvidesAnAliasOnce) {
  Modules modules;

  EXPECT_FALSE(modules.request("crypto-unknown"));
  EXPECT_TRUE(modules.request("crypto-alg-b"));
  EXPECT_FALSE(modules.request("crypto-alg-b"));
  EXPECT_TRUE(modules.request("alg-a"));

  EXPECT_EQ(modules.inits[0], 1);
  EXPECT_EQ(modules.inits[1], 1);
  EXPECT_EQ(modules.inits[2], 0);
  EXPECT_EQ(modules.loader.state(2), Loader::State::absent);
}

TEST(Loader, AFailedModuleIsNotTriedAgain) {
  Modules modules;
  modules.succeeds = false;

  EXPECT_FALSE(modules.request("alg-a"));
  EXPECT_FALSE(modules.request("alg-a"));
  EXPECT_EQ(modules.inits[0], 1);
  EXPECT_EQ(modules.loader.state(0), Loader::State::failed);

  modules.succeeds = true;
  modules.loader.forget(0);
  EXPECT_TRUE(modules.request("alg-a"));
}

TEST(Loader, NestedLoadsAreNoCycle) {
  Modules modules;
  modules.wants = {"alg-b", "alg-c", ""};

  EXPECT_TRUE(modules.request("alg-a"));
  EXPECT_TRUE(modules.answers[0]);
  EXPECT_TRUE(modules.answers[1]);
}

TEST(Loader, ACycleIsAnsweredAtOnce) {
  Modules modules;
  modules.wants = {"alg-b", "alg-c", "alg-a"};

  EXPECT_TRUE(modules.request("alg-a"));
  EXPECT_TRUE(modules.answers[0]);
  EXPECT_TRUE(modules.answers[1]);
  EXPECT_FALSE(modules.answers[2]);  // a waits for it
  EXPECT_NE(modules.registry.log_text().find(
                "module a: asked for while it waits for c"),
            std::string::npos);
}

TEST(Loader, AModuleThatAsksForItselfIsAnsweredAtOnce) {
  Modules modules;
  modules.wants = {"alg-a", "", ""};

  EXPECT_TRUE(modules.request("alg-a"));
  EXPECT_FALSE(modules.answers[0]);
}

// Two inits at a time, each in want of the other.
TEST(Loader, ThreadsThatWaitForEachOtherDoNotHang) {
  constexpr int kRounds = 50;
  for (int round = 0; round < kRounds; ++round) {
    Modules modules;
    modules.wants = {"alg-b", "alg-a", ""};
    std::thread other([&] { static_cast<void>(modules.request("alg-a")); });
    static_cast<void>(modules.request("alg-b"));
    other.join();
    EXPECT_EQ(modules.loader.state(0), Loader::State::live);
    EXPECT_EQ(modules.loader.state(1), Loader::State::live);
    EXPECT_EQ(modules.inits[0], 1);
    EXPECT_EQ(modules.inits[1], 1);
  }
}

TEST(Loader, ManyThreadsLoadOnce) {
  Modules modules;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] { static_cast<void>(modules.request("alg-c")); });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(modules.inits[2], 1);
}

TEST(SharedObject, SaysWhatIsWrongWithAFile) {
  std::string why;
  const auto absent = SharedObject::open("/nonexistent/module.so", why);
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().code(), ENOENT);
  EXPECT_EQ(why, "there is no file /nonexistent/module.so");

  const auto text = SharedObject::open("/etc/passwd", why);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code(), ENOEXEC);
  EXPECT_FALSE(why.empty());
}

constexpr std::string_view kDriver = "sha256_libcrypto";

std::unique_ptr<Boot> booted(BootOptions options) {
  options.image = "no-generic";
  auto boot = Boot::prepare(init_table(), options);
  EXPECT_TRUE(boot);
  EXPECT_EQ((*boot)->run(), BootStatus::booted);
  return *std::move(boot);
}

// With a real shared object, where this build has it as one.
TEST(LoadableModule, GoesOnlyWhenNobodyUsesItAndComesAgain) {
  const auto boot = booted({});
  if (!boot->is_loadable(kDriver)) {
    EXPECT_EQ(boot->unload_module(kDriver).error().code(), ENOENT);
    return;
  }
  const Context user(boot->registry());
  {
    const auto tfm = alloc_shash(user, "sha256");
    ASSERT_TRUE(tfm);
    const auto pinned = boot->unload_module(kDriver);
    ASSERT_FALSE(pinned);
    EXPECT_EQ(pinned.error().code(), EBUSY);
  }
  EXPECT_TRUE(boot->unload_module(kDriver));
  EXPECT_FALSE(has_alg(boot->registry(), "sha256"));
  EXPECT_EQ(boot->unload_module(kDriver).error().code(), ENOENT);

  EXPECT_TRUE(alloc_shash(user, "sha256"));  // asks for the module
  EXPECT_TRUE(boot->rest());
}

TEST(LoadableModule, AMissingFileIsSaidAndNobodyWaits) {
  BootOptions options;
  options.modules_folder = "/nonexistent";
  const auto boot = booted(options);
  if (!boot->is_loadable(kDriver)) {
    return;
  }
  EXPECT_FALSE(has_alg(boot->registry(), "sha256"));
  EXPECT_NE(boot->registry().log_text().find(
                "module sha256_libcrypto: there is no file"),
            std::string::npos);
  EXPECT_EQ(boot->modules().back().result, ENOEXEC);
}

}  // namespace
}  // namespace crypto
