#include "harness/matrix/project_file.h"

#include <string>

#include <gtest/gtest.h>

#include "harness/matrix/toy_project.h"
#include "harness/util/file.h"

namespace heed::matrix {
namespace {

TEST(ProjectFile, ReadsHeedsOwn) {
  const auto project =
      parse_project(HEED_SOURCE_DIR "/heed.json", util::read_file, schemas());
  ASSERT_TRUE(project.has_value()) << project.error().front().text();
  EXPECT_EQ(project->name, "heed");
  ASSERT_NE(project->find_module("kdf_sp800108"), nullptr);
  for (const core::Module& module : project->modules) {
    EXPECT_NE(project->find_setting(module.name + ".DISABLE_TESTS"), nullptr);
    EXPECT_NE(project->find_setting(module.name + ".notests"), nullptr);
    EXPECT_EQ(project->find_setting(module.name + ".LINK") != nullptr,
              module.folder == "registry");
  }
  EXPECT_EQ(project->rules.size(), 8U);
  EXPECT_TRUE(project->rules[0].whole_boot);
  EXPECT_EQ(project->settings[0].kernel.size(), 2U);
  EXPECT_TRUE(project->settings[0].kernel[1].is_inverse);
  EXPECT_EQ(project->slices.at("full").modules,
            (std::vector<std::string>{"kdf_sp800108"}));
}

TEST(ProjectFile, PutsOverridesBehindTheirSettingInTheOrderOfModules) {
  const auto project = parse(files(heed()));
  ASSERT_TRUE(project.has_value());
  std::vector<std::string> names;
  for (const core::Setting& setting : project->settings) {
    names.push_back(setting.name);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"LTO", "a.LTO", "b.LTO", "fips"}));
  const core::Setting& over = project->settings[2];
  EXPECT_EQ(over.base, "LTO");
  EXPECT_EQ(over.module, "b");
  EXPECT_EQ(over.cmake, "B_LTO");
  EXPECT_TRUE(over.is_override());
  EXPECT_EQ(over.file, "heed.json");
  EXPECT_GT(over.line, project->settings[0].line);
}

TEST(ProjectFile, ReadsWhatModulesAdd) {
  Files project = files(heed());
  project["/p/fa/settings.json"] = R"({"version": 1, "settings": [
    {"name": "a.depth", "stage": "boot", "values": ["fast", "full"],
     "default": "fast", "depends_on": "LTO=OFF",
     "apply": {"boot": "a.depth={value}"}}]})";
  project["/p/fa/expectations.json"] = R"({"version": 1, "module": "a",
    "effects": [
      {"id": "none", "when": "@decision=skip & self.depth=fast",
       "source": "rule", "expect": {"vectors": 0,
       "notifications{msg=\"REGISTER\"}": "<= @reason=lto + 4"}},
      {"id": "passes", "when": "true", "suite": "x", "expect": "pass"}],
    "same": [{"id": "off", "between": ["@reason=lto", "fips=0"],
              "of": ["proc-crypto"]}]})";
  const auto parsed = parse(project);
  ASSERT_TRUE(parsed.has_value()) << parsed.error().front().text();
  EXPECT_EQ(parsed->settings.back().name, "a.depth");
  EXPECT_EQ(parsed->settings.back().module, "a");
  EXPECT_FALSE(parsed->settings.back().is_override());
  const core::Module& module = parsed->modules[0];
  ASSERT_EQ(module.effects.size(), 2U);
  EXPECT_EQ(module.effects[0].expect.count("notifications{msg=\"REGISTER\"}"),
            1U);
  EXPECT_EQ(module.effects[0].file, "fa/expectations.json");
  EXPECT_EQ(module.effects[0].line, 3);
  EXPECT_EQ(module.effects[1].expect.at("").kind, core::Bound::Kind::pass);
  EXPECT_EQ(module.same.size(), 1U);
  EXPECT_TRUE(parsed->modules[1].effects.empty());
}

TEST(ProjectFile, NeedsAFileForEachModuleOfASharedFolder) {
  util::Json json = heed();
  json["modules"][1]["folder"] = "fa";
  Files project = files(json);
  project["/p/fa/b.expectations.json"] =
      R"({"version": 1, "module": "b", "effects": [
          {"id": "x", "when": "true", "expect": {"y": 1}}]})";
  const auto parsed = parse(project);
  ASSERT_TRUE(parsed.has_value());
  EXPECT_EQ(parsed->modules[1].effects.size(), 1U);
  project["/p/fa/expectations.json"] = R"({"version": 1, "module": "a"})";
  EXPECT_NE(errors(project).find("expected a <module>.expectations.json"),
            std::string::npos);
}

TEST(ProjectFile, RefusesTheFileOfAnotherModule) {
  Files project = files(heed());
  project["/p/fa/expectations.json"] = R"({"version": 1, "module": "b"})";
  EXPECT_EQ(errors(project),
            "at /module: expected a, the module whose file this is\n");
}

TEST(ProjectFile, NamesFileLineAndPointer) {
  util::Json json = heed();
  json["settings"][1]["default"] = "2";
  const auto parsed = parse(files(json));
  ASSERT_FALSE(parsed.has_value());
  ASSERT_EQ(parsed.error().size(), 1U);
  const std::string text = util::to_text(json);
  const int line = util::json_line(text, "/settings/1/default");
  EXPECT_EQ(
      parsed.error()[0].text(),
      "cannot use heed.json:" + std::to_string(line) +
          ": 2 is not one of the values of fips, did you mean 0 or 1? (at "
          "/settings/1/default)");
}

TEST(ProjectFile, ReportsEverythingAtOnce) {
  util::Json json = heed();
  json["settings"][1]["default"] = "2";
  json["expectations"][0]["when"] = "self.LTO=ON & fisp=1";
  json["slices"]["all"]["modules"] = {"c"};
  Files project = files(json);
  project["/p/fb/settings.json"] = "{";
  const auto parsed = parse(project);
  ASSERT_FALSE(parsed.has_value());
  EXPECT_EQ(parsed.error().size(), 4U);
}

TEST(ProjectFile, RefusesTruncatedEmptyAndAbsentText) {
  const std::string whole = util::to_text(heed());
  EXPECT_NE(errors(Files{{"/p/heed.json", whole.substr(0, 100)}}), "");
  EXPECT_NE(errors(Files{{"/p/heed.json", ""}}), "");
  const auto absent = parse({});
  ASSERT_FALSE(absent.has_value());
  EXPECT_EQ(absent.error()[0].text(),
            "cannot read /p/heed.json: No such file or directory");
}

TEST(ProjectFile, SurvivesEveryTruncation) {
  const std::string whole = util::to_text(heed(), -1);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(parse({{"/p/heed.json", whole.substr(0, size)}}).has_value())
        << size;
  }
}

TEST(ProjectFile, PassesOnWhatCannotBeRead) {
  const FileReader read =
      [](const std::filesystem::path& path) -> util::Result<std::string> {
    if (path == "/p/heed.json") {
      return util::to_text(heed());
    }
    return tl::unexpected(
        util::Error{"cannot read", path.string(), "Permission denied", ""});
  };
  EXPECT_FALSE(parse_project("/p/heed.json", read, schemas()).has_value());
}

}  // namespace
}  // namespace heed::matrix
