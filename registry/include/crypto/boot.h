#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "crypto/errno.h"
#include "crypto/module.h"
#include "crypto/registry.h"

namespace crypto {

class Boot;

/// What to boot, as crypto_initcall() and crypto_image() generated it.
struct ImageInfo {
  std::string_view name;
  /// Looked up once all is at rest, as a user would.
  std::span<const std::string_view> lookups{};
  /// What else happens once all is at rest; null for nothing.
  void (*script)(Boot& boot) = nullptr;
};

struct InitTable {
  /// In the order of initialisation.
  std::span<const ModuleInfo> modules;
  std::span<const ImageInfo> images;
  /// The build's DISABLE_TESTS.
  bool tests_disabled = false;
};

/// The generated table of the program that links it.
[[nodiscard]] const InitTable& init_table();

/// The values of a kernel-style command line. Names take `-` for `_`; the last
/// occurrence wins; a bare `cryptomgr.notests` means 1.
struct BootParameters {
  bool notests = false;
  bool fips = false;
  /// One for each module, in the table's order.
  std::vector<std::optional<bool>> module_notests;
  std::vector<bool> module_noslowtests;
  std::vector<std::string_view> blacklist;
  /// Words that nobody reads.
  std::vector<std::string_view> ignored;
  /// `X.notests` that name no module of the image.
  std::vector<std::string_view> foreign;
};

[[nodiscard]] BootParameters parse_parameters(
    std::span<const std::string_view> words,
    std::span<const ModuleInfo* const> modules);

enum class BootStatus : std::uint8_t { booted, failed, refused, panic };
[[nodiscard]] std::string_view to_string(BootStatus status);

struct BootOptions {
  std::string_view image = "reference";
  std::vector<std::string_view> words;
  std::chrono::milliseconds wait_limit{60'000};
  std::size_t event_capacity = 1U << 16U;
  /// Where the text begins as the boot begins, and gets each line of the log as
  /// it is written: what hangs or crashes leaves the way to it. Null for none.
  std::ostream* console = nullptr;
  /// Where loadable modules lie; empty for `modules` beside the executable.
  std::filesystem::path modules_folder;
};

/// What became of one module.
struct ModuleRecord {
  const ModuleInfo* info = nullptr;
  Decision decision;
  /// 0 or a positive errno; ENODEV where init was never reached, EPERM where it
  /// is blacklisted, ENOEXEC where its file is none of this build.
  int result = 0;
};

/// Holds the test of one driver, so that something can happen meanwhile.
class TestGate {
 public:
  /// The next test of `driver` waits before its next vector.
  void hold(std::string_view driver);
  /// Lets it go on.
  void release();
  /// True once the test waits; false if `limit` passes first.
  [[nodiscard]] bool wait_held(std::chrono::milliseconds limit);
  /// Called by each test.
  void pass(std::string_view driver);

 private:
  // Guards all below.
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string driver_;
  bool is_waiting_ = false;
};

class Loader;
class SharedObject;

/// One boot: makes a registry, runs the init functions of an image in order,
/// starts the tests, waits until all is at rest. What is loadable is loaded
/// when something asks for it, at the latest when all is at rest. Single use;
/// run() and print() on one thread.
class Boot {
 public:
  /// ENOENT if the table has no such image. The words must outlive the boot.
  [[nodiscard]] static tl::expected<std::unique_ptr<Boot>, Errno> prepare(
      const InitTable& table, const BootOptions& options);

  [[nodiscard]] BootStatus run();

  [[nodiscard]] Registry& registry() { return *registry_; }
  [[nodiscard]] TestGate& gate() { return gate_; }

  ~Boot();
  Boot(const Boot&) = delete;
  Boot& operator=(const Boot&) = delete;

  // For scripts and tests, once the boot is at rest; any thread.
  /// Loads a loadable module, as modprobe does; true if it is live now.
  [[nodiscard]] bool load_module(std::string_view name);
  /// Unregisters all that a loadable module registered; it can be loaded
  /// again. Errors: ENOENT (not loaded), EBUSY (something of it is in use).
  /// The memory of its code stays mapped as long as the boot.
  [[nodiscard]] tl::expected<void, Errno> unload_module(std::string_view name);
  /// Only the first half, whoever uses it: what is in use lives on
  /// unregistered, and the module stays loaded.
  void unregister_module(std::string_view name);
  /// Waits until no probe or test runs.
  [[nodiscard]] bool rest();
  [[nodiscard]] bool is_loadable(std::string_view name) const;
  [[nodiscard]] const std::vector<ModuleRecord>& modules() const {
    return records_;
  }
  /// The sections of a boot and, last, `== done STATUS`. Events are left out
  /// if they go elsewhere.
  void print(std::ostream& out, bool with_events) const;
  /// The same without what the console has already. The console hears no
  /// further line of the log.
  void print_rest(bool with_events);

 private:
  Boot(const InitTable& table, const BootOptions& options,
       std::vector<const ModuleInfo*> modules, const ImageInfo& image);

  [[nodiscard]] bool refuse();
  void report_ineffective(std::size_t index);
  bool load(std::size_t index);
  bool map(std::size_t index);
  bool load_mapped(std::size_t index);
  bool init(std::size_t index);
  void load_rest();
  void run_lookups();
  [[nodiscard]] std::optional<std::size_t> index_of(
      std::string_view module) const;
  void print_begin();
  void print_after_log(std::ostream& out, bool with_events) const;
  [[nodiscard]] std::string config_text() const;
  [[nodiscard]] std::string modules_text() const;

  std::vector<std::string_view> words_;
  bool tests_disabled_;
  std::vector<const ModuleInfo*> infos_;
  ImageInfo image_;
  BootParameters parameters_;
  std::mutex console_mutex_;
  std::ostream* console_;             ///< null once it is complete
  std::size_t console_log_size_ = 0;  ///< what it has of the log
  std::filesystem::path modules_folder_;
  TestGate gate_;
  /// By index: the code of what the registry below may still hold.
  std::vector<std::unique_ptr<SharedObject>> objects_;
  std::unique_ptr<Loader> loader_;
  std::unique_ptr<Registry> registry_;
  /// Of a loadable module written by whoever loads it, one at a time.
  std::vector<ModuleRecord> records_;
  std::chrono::milliseconds wait_limit_;
  std::atomic<bool> logged_disabled_{false};
  BootStatus status_ = BootStatus::failed;
};

}  // namespace crypto
