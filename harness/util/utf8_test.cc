#include "harness/util/utf8.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace heed::util {
namespace {

constexpr const char* kReplacement = "\xEF\xBF\xBD";

TEST(Utf8, KeepsWellFormedText) {
  const std::string text = "a\n\x1b[1m \xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80";
  EXPECT_EQ(valid_utf8(text), text);
}

TEST(Utf8, ReplacesStrayAndOverlongBytes) {
  const std::string r = kReplacement;
  EXPECT_EQ(valid_utf8("a\xFF"
                       "b"),
            "a" + r + "b");
  EXPECT_EQ(valid_utf8("\xC0\x80"), r + r);
  EXPECT_EQ(valid_utf8("\xE2\x82"), r + r);
}

TEST(Utf8, ReplacesSurrogatesAndWhatIsBeyondUnicode) {
  const std::string r = kReplacement;
  EXPECT_EQ(valid_utf8("\xED\xA0\x80"), r + r + r);
  EXPECT_EQ(valid_utf8("\xF4\x90\x80\x80"), r + r + r + r);
}

RC_GTEST_PROP(Utf8, IsIdempotent, (const std::string& text)) {
  const std::string once = valid_utf8(text);
  RC_ASSERT(valid_utf8(once) == once);
}

}  // namespace
}  // namespace heed::util
