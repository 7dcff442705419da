#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "crypto/boot.h"

namespace crypto::testing {

/// All modules, booted without tests unless a test boots anew.
class FullImage : public ::testing::Test {
 protected:
  void SetUp() override { boot_with({"cryptomgr.notests=1"}); }

  void boot_with(std::vector<std::string_view> words) {
    auto boot = Boot::prepare(init_table(),
                              {.image = "full", .words = std::move(words)});
    ASSERT_TRUE(boot);
    boot_ = std::move(*boot);
    ASSERT_EQ(boot_->run(), BootStatus::booted);
  }

  [[nodiscard]] Registry& registry() { return boot_->registry(); }
  [[nodiscard]] Context user() { return Context(boot_->registry()); }

 private:
  std::unique_ptr<Boot> boot_;
};

}  // namespace crypto::testing
