#include "harness/pipeline/mirror.h"

#include <gtest/gtest.h>

#include "harness/util/file.h"

namespace heed::pipeline {
namespace {

namespace fs = std::filesystem;

class Mirror : public testing::Test {
 protected:
  void write(const fs::path& path, std::string_view text) {
    ASSERT_TRUE(util::make_folder(path.parent_path()));
    ASSERT_TRUE(util::write_file(path, text));
  }

  util::TemporaryFolder folder_;
  fs::path source_ = folder_.path() / "a b;c";
  fs::path copy_ = folder_.path() / "copy";
};

TEST_F(Mirror, CopiesChangesAndRemovesByContent) {
  write(source_ / "x/one", "1");
  write(source_ / "two", "2");
  ASSERT_TRUE(mirror_tree(source_, copy_, {}));
  write(copy_ / "two", "spoiled");
  write(copy_ / "x/new", "surplus");
  ASSERT_TRUE(mirror_tree(source_, copy_, {}));
  EXPECT_EQ(util::read_file(copy_ / "two").value(), "2");
  EXPECT_FALSE(fs::exists(copy_ / "x/new"));
  EXPECT_EQ(util::read_file(copy_ / "x/one").value(), "1");
}

TEST_F(Mirror, KeepsTheTimeOfWhatIsEqual) {
  write(source_ / "same", "1");
  ASSERT_TRUE(mirror_tree(source_, copy_, {}));
  const fs::file_time_type before =
      fs::file_time_type::clock::now() - std::chrono::hours(1);
  fs::last_write_time(copy_ / "same", before);
  ASSERT_TRUE(mirror_tree(source_, copy_, {}));
  EXPECT_EQ(fs::last_write_time(copy_ / "same"), before);
}

TEST_F(Mirror, LeavesOutWhatIsNamedOnBothSides) {
  write(source_ / "build/object", "big");
  write(copy_ / "heed-out/state.db", "kept");
  ASSERT_TRUE(mirror_tree(source_, copy_, {"build", "heed-out"}));
  EXPECT_FALSE(fs::exists(copy_ / "build"));
  EXPECT_TRUE(fs::exists(copy_ / "heed-out/state.db"));
}

TEST_F(Mirror, SaysWhichFolderCannotBeRead) {
  const auto done = mirror_tree(folder_.path() / "absent", copy_, {});
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().text().find("absent"), std::string::npos);
}

}  // namespace
}  // namespace heed::pipeline
