#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
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

/// What to boot, as crypto_initcall() and crypto_image() generated it.
struct ImageInfo {
  std::string_view name;
  /// Looked up once all is at rest, as a user would.
  std::span<const std::string_view> lookups{};
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
};

/// What became of one module.
struct ModuleRecord {
  const ModuleInfo* info = nullptr;
  Decision decision;
  /// 0 or a positive errno; ENODEV where init was never reached, EPERM where it
  /// is blacklisted.
  int result = 0;
};

/// One boot: makes a registry, runs the init functions of an image in order,
/// starts the tests, waits until all is at rest. Single use, one thread.
class Boot {
 public:
  /// ENOENT if the table has no such image. The words must outlive the boot.
  [[nodiscard]] static tl::expected<std::unique_ptr<Boot>, Errno> prepare(
      const InitTable& table, const BootOptions& options);

  [[nodiscard]] BootStatus run();

  [[nodiscard]] Registry& registry() { return *registry_; }
  [[nodiscard]] const std::vector<ModuleRecord>& modules() const {
    return records_;
  }
  /// The sections of a boot and, last, `== done STATUS`. Events are left out
  /// if they go elsewhere.
  void print(std::ostream& out, bool with_events) const;

 private:
  Boot(const InitTable& table, const BootOptions& options,
       std::vector<const ModuleInfo*> modules, const ImageInfo& image);

  [[nodiscard]] bool refuse();
  void report_ineffective(std::size_t index);
  void load(std::size_t index);
  void init(std::size_t index);
  void run_lookups();
  [[nodiscard]] std::string config_text() const;
  [[nodiscard]] std::string modules_text() const;

  std::vector<std::string_view> words_;
  bool tests_disabled_;
  std::vector<const ModuleInfo*> infos_;
  ImageInfo image_;
  BootParameters parameters_;
  std::unique_ptr<Registry> registry_;
  std::vector<ModuleRecord> records_;
  std::chrono::milliseconds wait_limit_;
  bool logged_disabled_ = false;
  BootStatus status_ = BootStatus::failed;
};

}  // namespace crypto
