#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "crypto/boot.h"
#include "crypto/hash.h"

namespace crypto {

/// For the suites: the reference image, booted once per program with the
/// cell's command line.
class ImageUnderTest {
 public:
  /// `command_line` is kernel-style text.
  explicit ImageUnderTest(std::string command_line);

  /// False where the settings refuse the whole boot: nothing is usable then.
  [[nodiscard]] bool is_up() const { return status_ == BootStatus::booted; }
  [[nodiscard]] BootStatus status() const { return status_; }
  [[nodiscard]] Registry& registry() { return boot_->registry(); }
  [[nodiscard]] const ModuleRecord& kdf() const;
  /// A user outside of any init.
  [[nodiscard]] Context user() { return Context(registry()); }
  /// Requests that load what this build has loadable: one for a template, two
  /// for an algorithm.
  [[nodiscard]] std::int64_t loads() const;
  /// A counter, summed over what the module's init caused.
  [[nodiscard]] std::int64_t counted(Counter counter);

 private:
  std::string command_line_;
  std::unique_ptr<Boot> boot_;
  BootStatus status_ = BootStatus::failed;
};

/// The image with the command line in HEED_CMDLINE, or none.
[[nodiscard]] ImageUnderTest& image_under_test();

/// The bytes of a hex string. REQUIRES: well-formed.
[[nodiscard]] std::vector<std::byte> unhex(std::string_view hex);
[[nodiscard]] std::string to_hex(std::span<const std::byte> bytes);
/// The characters of a text as bytes.
[[nodiscard]] std::vector<std::byte> bytes_of(std::string_view text);

}  // namespace crypto
