#include "image_under_test.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace crypto {
namespace {

[[nodiscard]] std::vector<std::string_view> split(std::string_view line) {
  std::vector<std::string_view> words;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(' '), line.size());
    if (end > 0) {
      words.push_back(line.substr(0, end));
    }
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return words;
}

[[nodiscard]] unsigned nibble(char digit) {
  return static_cast<unsigned>(digit <= '9' ? digit - '0'
                                            : (digit | 0x20) - 'a' + 10);
}

}  // namespace

ImageUnderTest::ImageUnderTest(std::string command_line)
    : command_line_(std::move(command_line)) {
  auto boot = Boot::prepare(init_table(), {.image = "reference",
                                           .words = split(command_line_),
                                           .event_capacity = 1U << 12U});
  if (boot) {
    boot_ = std::move(*boot);
    status_ = boot_->run();
  }
}

const ModuleRecord& ImageUnderTest::kdf() const {
  return *std::ranges::find_if(boot_->modules(), [](const ModuleRecord& row) {
    return row.info->name == "kdf_sp800108";
  });
}

std::int64_t ImageUnderTest::loads() const {
  return (boot_->is_loadable("hmac") ? 1 : 0) +
         (boot_->is_loadable("sha256_generic") ? 2 : 0);
}

std::int64_t ImageUnderTest::counted(Counter counter) {
  const ModuleId module = registry().module_id("kdf_sp800108");
  return registry().counter(counter, std::nullopt, module);
}

ImageUnderTest& image_under_test() {
  const char* line = std::getenv("HEED_CMDLINE");
  static ImageUnderTest image(line == nullptr ? "" : line);
  return image;
}

std::vector<std::byte> unhex(std::string_view hex) {
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes.push_back(
        static_cast<std::byte>(nibble(hex[i]) << 4U | nibble(hex[i + 1])));
  }
  return bytes;
}

std::string to_hex(std::span<const std::byte> bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  for (const std::byte byte : bytes) {
    hex += kDigits[std::to_integer<std::size_t>(byte >> 4)];
    hex += kDigits[std::to_integer<std::size_t>(byte & std::byte{15})];
  }
  return hex;
}

std::vector<std::byte> bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

}  // namespace crypto
