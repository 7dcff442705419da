#include "harness/util/hash.h"

#include <string>

#include <gtest/gtest.h>

#include "harness/util/file.h"

namespace heed::util {
namespace {

constexpr std::string_view kEmpty =
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

TEST(Sha256, GivesThePublishedDigests) {
  EXPECT_EQ(sha256_hex(""), kEmpty);
  EXPECT_EQ(sha256_hex("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Sha256, OfAFileIsThatOfItsBytes) {
  const TemporaryFolder folder;
  for (const std::size_t size : {0U, 1U, 65535U, 65536U, 65537U, 200000U}) {
    const std::string bytes(size, 'x');
    ASSERT_TRUE(write_file(folder.path() / "f", bytes).has_value());
    EXPECT_EQ(sha256_file(folder.path() / "f"), sha256_hex(bytes)) << size;
  }
}

TEST(Sha256, RefusesWhatCannotBeRead) {
  const TemporaryFolder folder;
  EXPECT_FALSE(sha256_file(folder.path() / "none").has_value());
  EXPECT_FALSE(sha256_file(folder.path()).has_value());
}

TEST(Crc32, GivesThePublishedCheckValue) {
  EXPECT_EQ(crc32_hex("123456789"), "cbf43926");
  EXPECT_EQ(crc32_hex(""), "00000000");
}

}  // namespace
}  // namespace heed::util
