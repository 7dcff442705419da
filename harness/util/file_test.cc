#include "harness/util/file.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

namespace heed::util {
namespace {

namespace fs = std::filesystem;

TEST(File, ReadsBackEveryByte) {
  const TemporaryFolder folder;
  std::string bytes(200000, '\0');
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<char>(i * 31 % 256);
  }
  ASSERT_TRUE(write_file(folder.path() / "x", bytes).has_value());
  EXPECT_EQ(read_file(folder.path() / "x"), bytes);
}

TEST(File, ReplacesAsAWholeAndLeavesNothingBeside) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.path() / "x", "a longer text").has_value());
  ASSERT_TRUE(write_file(folder.path() / "x", "").has_value());
  EXPECT_EQ(read_file(folder.path() / "x"), "");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(File, IsReplacedBehindASymbolicLink) {
  const TemporaryFolder folder("heed-file");
  const auto link = folder.path() / "link";
  ASSERT_TRUE(write_file(folder.path() / "x", "old").has_value());
  std::filesystem::create_symlink("x", link);
  ASSERT_TRUE(write_file(link, "new").has_value());
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(read_file(folder.path() / "x").value(), "new");
}

TEST(File, IsNotPutInPlaceOfADevice) {
  const TemporaryFolder folder("heed-file");
  const auto link = folder.path() / "null";
  std::filesystem::create_symlink("/dev/null", link);
  EXPECT_TRUE(write_file(link, "text").has_value());
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  std::filesystem::create_symlink("/dev/full", folder.path() / "full");
  EXPECT_FALSE(write_file(folder.path() / "full", "text").has_value());
}

TEST(File, RefusesToReadWhatIsAbsentOrAFolder) {
  const TemporaryFolder folder;
  const auto absent = read_file(folder.path() / "none");
  ASSERT_FALSE(absent.has_value());
  EXPECT_EQ(absent.error().which, (folder.path() / "none").string());
  EXPECT_EQ(absent.error().why, "No such file or directory");
  EXPECT_FALSE(read_file(folder.path()).has_value());
}

TEST(File, RefusesToWriteWithoutFolderOrOverAFolder) {
  const TemporaryFolder folder;
  EXPECT_FALSE(write_file(folder.path() / "none" / "x", "").has_value());
  fs::create_directories(folder.path() / "sub" / "full");
  EXPECT_FALSE(write_file(folder.path() / "sub", "").has_value());
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(MakeFolder, MakesParentsAndAcceptsWhatExists) {
  const TemporaryFolder folder;
  ASSERT_TRUE(make_folder(folder.path() / "a" / "b").has_value());
  EXPECT_TRUE(make_folder(folder.path() / "a" / "b").has_value());
  EXPECT_TRUE(fs::is_directory(folder.path() / "a" / "b"));
}

TEST(MakeFolder, RefusesAFileInTheWay) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.path() / "a", "").has_value());
  EXPECT_FALSE(make_folder(folder.path() / "a").has_value());
  EXPECT_FALSE(make_folder(folder.path() / "a" / "b").has_value());
}

TEST(TemporaryFolder, GoesWithTheObject) {
  fs::path path;
  {
    const TemporaryFolder folder("heed-test");
    path = folder.path();
    EXPECT_TRUE(fs::is_directory(path));
    ASSERT_TRUE(write_file(path / "x", "y").has_value());
  }
  EXPECT_FALSE(fs::exists(path));
}

}  // namespace
}  // namespace heed::util
