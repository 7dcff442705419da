#include "harness/target/plain_path.h"

#include <gtest/gtest.h>

#include "harness/util/file.h"

namespace heed::target {
namespace {

TEST(IsPlain, RefusesWhatBuildToolsRead) {
  EXPECT_TRUE(is_plain("/home/a-b/x_1.2+/c"));
  for (const char* path :
       {"/a b", "/a;b", "/a$b", "/a'b", "/a\"b", "/a\\b", "/\xc3\xbc"}) {
    EXPECT_FALSE(is_plain(path)) << path;
  }
}

TEST(PlainPath, IsTheFolderItselfWherePossible) {
  const util::TemporaryFolder folder;
  const auto plain = PlainPath::make(folder.path());
  ASSERT_TRUE(plain) << plain.error().text();
  EXPECT_EQ(std::filesystem::canonical(folder.path()), plain->path());
}

TEST(PlainPath, LeadsToTheFolderUntilItsEnd) {
  const util::TemporaryFolder folder;
  const std::filesystem::path odd = folder.path() / "a b;c $d";
  ASSERT_TRUE(util::make_folder(odd));
  std::filesystem::path link;
  {
    const auto plain = PlainPath::make(odd);
    ASSERT_TRUE(plain) << plain.error().text();
    link = plain->path();
    EXPECT_TRUE(is_plain(link.native()));
    EXPECT_TRUE(std::filesystem::equivalent(odd, link));
  }
  EXPECT_FALSE(std::filesystem::exists(link.parent_path()));
}

TEST(PlainPath, HasTheSameNameEachTimeAndIsShared) {
  const util::TemporaryFolder folder;
  const std::filesystem::path odd = folder.path() / "a b";
  ASSERT_TRUE(util::make_folder(odd));
  const auto first = PlainPath::make(odd);
  ASSERT_TRUE(first);
  {
    const auto second = PlainPath::make(odd);
    ASSERT_TRUE(second) << second.error().text();
    EXPECT_EQ(first->path(), second->path());
  }
  EXPECT_TRUE(std::filesystem::exists(first->path()));
}

TEST(PlainPath, FollowsNobodyElsesLink) {
  const util::TemporaryFolder folder;
  const std::filesystem::path odd = folder.path() / "a b";
  ASSERT_TRUE(util::make_folder(odd));
  std::filesystem::path link;
  {
    const auto plain = PlainPath::make(odd);
    ASSERT_TRUE(plain);
    link = plain->path();
  }
  std::filesystem::create_directory(link.parent_path());
  std::filesystem::permissions(link.parent_path(),
                               std::filesystem::perms::owner_all);
  std::filesystem::create_symlink("/", link);
  const auto refused = PlainPath::make(odd);
  std::filesystem::remove_all(link.parent_path());
  ASSERT_FALSE(refused);
  EXPECT_EQ("another file is in its place", refused.error().why);
}

TEST(PlainPath, NamesAFolderThatDoesNotExist) {
  EXPECT_FALSE(PlainPath::make("/no/such/folder"));
}

}  // namespace
}  // namespace heed::target
