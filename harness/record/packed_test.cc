#include "harness/record/packed.h"

#include <gtest/gtest.h>

namespace heed::record {
namespace {

TEST(Packed, GivesBackWhatWasPacked) {
  for (const std::string& text :
       {std::string(), std::string("x"), std::string(100000, 'a'),
        std::string("\0:1\xff", 4)}) {
    EXPECT_EQ(unpack(pack(text)).value(), text);
  }
  EXPECT_LT(pack(std::string(100000, 'a')).size(), 1000U);
}

TEST(Packed, RefusesWhatIsDamaged) {
  const std::string packed = pack("a stored result");
  EXPECT_FALSE(unpack(""));
  EXPECT_FALSE(unpack("text"));
  EXPECT_FALSE(unpack("99999999999999999999:x"));
  EXPECT_FALSE(unpack(packed.substr(0, packed.size() - 1)));
  EXPECT_FALSE(unpack("7" + packed));
}

}  // namespace
}  // namespace heed::record
