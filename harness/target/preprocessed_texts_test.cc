#include "harness/target/preprocessed_texts.h"

#include <array>
#include <fstream>

#include <gtest/gtest.h>

namespace heed::target {
namespace {

using Path = std::filesystem::path;

TEST(WithoutSystemHeaders, KeepsWhatTheProjectsFilesSay) {
  const std::array own = {Path("/project"), Path("/out/build")};
  EXPECT_EQ(without_system_headers("# 0 \"/project/a.cc\"\n"
                                   "# 1 \"/usr/include/x.h\" 1 3\n"
                                   "int system;\n"
                                   "# 1 \"/usr/include/y.h\" 1 3 4\n"
                                   "int deeper;\n"
                                   "# 2 \"/project/a.cc\" 2\n"
                                   "int own;\n"
                                   "\n"
                                   "# 1 \"/out/build/config.h\" 1 3\n"
                                   "int generated;\n"
                                   "# 1 \"/opt/own 3.h\" 1\n"
                                   "int header;\n",
                                   own),
            "int own;\nint generated;\nint header;\n");
}

/// Two builds of one source with a header each.
class Key : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = Path(::testing::TempDir()) /
            ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(root_);
    for (const char* const build : {"one", "two"}) {
      std::filesystem::create_directories(root_ / build / "heed/m");
      write(root_ / build / "heed/m/config.h", "constexpr bool on = true;\n");
    }
  }
  void TearDown() override { std::filesystem::remove_all(root_); }

  static void write(const Path& path, const std::string& text) {
    std::ofstream(path) << text;
  }
  [[nodiscard]] std::optional<std::string> key(
      const std::string& build, const std::string& include = "heed/m",
      const std::string& define = "-DX=1") const {
    const Path folder = root_ / build;
    CompileCommand command;
    command.folder = folder;
    command.source = root_ / "src/m.cc";
    command.object = folder / "CMakeFiles/m.o";
    command.words = {"c++",
                     define,
                     "-I" + (folder / include).string(),
                     "-o",
                     command.object.string(),
                     "-c",
                     command.source.string()};
    return PreprocessedTexts::key(command, folder, root_ / "src");
  }

  Path root_;
};

TEST_F(Key, IsTheSameInAnotherBuild) {
  ASSERT_TRUE(key("one"));
  EXPECT_EQ(key("one"), key("two"));
}

TEST_F(Key, KnowsHeadersAndWords) {
  write(root_ / "two/heed/m/config.h", "constexpr bool on = false;\n");
  EXPECT_NE(key("one"), key("two"));
  EXPECT_NE(key("one"), key("one", "heed/m", "-DX=2"));
}

TEST_F(Key, KnowsHeadersThatAreNamedFromTheBuildFolder) {
  const auto relative = [&](const std::string& build) {
    CompileCommand command;
    command.folder = root_ / build;
    command.object = root_ / build / "CMakeFiles/m.o";
    command.words = {"c++", "-isystem", "heed/m", "-c", "/src/m.cc"};
    return PreprocessedTexts::key(command, root_ / build, root_ / "src");
  };
  EXPECT_EQ(relative("one"), relative("two"));
  write(root_ / "two/heed/m/config.h", "constexpr bool on = false;\n");
  EXPECT_NE(relative("one"), relative("two"));
}

TEST_F(Key, IsNoneWhereAMacroNamesTheBuild) {
  const std::string path = (root_ / "one/heed/m/config.h").string();
  EXPECT_EQ(key("one", "heed/m", "-DCONFIG=\"" + path + "\""), std::nullopt);
}

TEST_F(Key, IsNoneWhereTheObjectLiesAmongTheHeaders) {
  EXPECT_EQ(key("one", "."), std::nullopt);
}

TEST(PreprocessedTexts, FindsWhatWasPut) {
  PreprocessedTexts texts;
  EXPECT_EQ(texts.find("key"), std::nullopt);
  texts.put("key", "int x;");
  EXPECT_EQ(texts.find("key"), "int x;");
}

}  // namespace
}  // namespace heed::target
