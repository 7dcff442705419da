#pragma once

#include <gtest/gtest.h>

#include "image_under_test.h"

namespace crypto {

/// For tests that need the image to be up. A cell may refuse the boot, and then
/// nothing can be used; one that failed or panicked is no excuse.
class ImageTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const ImageUnderTest& image = image_under_test();
    if (image.status() == BootStatus::refused) {
      RecordProperty("obs.skip_reason", "boot refused");
      GTEST_SKIP();
    }
    ASSERT_TRUE(image.is_up()) << to_string(image.status());
  }
};

}  // namespace crypto
