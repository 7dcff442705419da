// Each way to spoil a project file, and the one complaint that must follow.
#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "harness/matrix/toy_project.h"

namespace heed::matrix {
namespace {

struct Spoilt {
  const char* name;
  const char* pointer;
  const char* value;
  const char* message;  ///< part of the one error that must follow
};

class SpoiltProject : public testing::TestWithParam<Spoilt> {};

TEST_P(SpoiltProject, IsRefusedForThatReasonAlone) {
  util::Json json = heed();
  json[util::Json::json_pointer(GetParam().pointer)] =
      *util::parse_json(GetParam().value, "value");
  const std::string found = errors(json);
  EXPECT_NE(found.find(GetParam().message), std::string::npos) << found;
  EXPECT_EQ(std::count(found.begin(), found.end(), '\n'), 1) << found;
}

constexpr Spoilt kSpoilt[] = {
    {"NewerVersion", "/version", "2", "version 2 is newer than 1"},
    {"UnknownKey", "/projekt", "1", "at /projekt: unknown key"},
    {"WrongType", "/project", "7", "7 does not fit, expected a string"},
    {"EmptyModules", "/modules", "[]", "an empty list does not fit"},
    {"UnknownKind", "/target/kind", "\"cmak\"", "expected \"cmake\""},
    {"DuplicateModule", "/modules/-", R"({"name": "a", "folder": "x"})",
     "module a is listed twice"},
    {"ModuleNamedSelf", "/modules/-", R"({"name": "self", "folder": "x"})",
     "self stands for"},
    {"DuplicateSetting", "/settings/-",
     R"({"name": "fips", "stage": "boot", "values": ["0"], "default": "0",
         "apply": {}})",
     "setting fips is declared twice"},
    {"RepeatedValue", "/settings/1/values", R"(["0", "0"])",
     "at /settings/1/values"},
    {"StageWithoutItsMeans", "/settings/1/apply", R"({"cmake": "X"})",
     "is not applied by cmake"},
    {"BootWithoutValue", "/settings/1/apply", R"({"boot": "fips"})",
     "at /settings/1/apply/boot"},
    {"OverrideWithoutModule", "/settings/0/override/apply",
     R"({"cmake": "X_LTO"})", "expected {module} or {MODULE}"},
    {"OverrideDefault", "/settings/0/override/default", "\"OFF\"",
     "OFF is not one of the values"},
    {"DependsOnNothing", "/settings/1/depends_on", "\"LTOO=ON\"",
     "did you mean LTO"},
    {"DependsOnAFact", "/settings/1/depends_on", "\"@decision=run\"",
     "nothing here is named @decision"},
    {"MalformedCondition", "/expectations/0/when", "\"fips=\"",
     "expected a value at column 6"},
    {"UnknownNameInRule", "/expectations/0/when", "\"fisp=1\"",
     "did you mean fips?"},
    {"UnknownValueInRule", "/expectations/0/when", "\"self.LTO=OFF\"",
     "self.LTO is never OFF"},
    {"LastRuleNotTrue", "/expectations/1/when", "\"fips=1\"",
     "the last expectation must be \"true\""},
    {"EarlyTrue", "/expectations/0/when", "\"true\"",
     "after \"true\" never apply"},
    {"BootWideRun", "/expectations/0/scope", "\"boot\"", "only a refusal"},
    {"ExcludeTwice", "/exclude",
     R"([{"id": "x", "when": "fips=1", "why": "y"},
         {"id": "x", "when": "fips=0", "why": "y"}])",
     "id x is used twice"},
    {"ExcludeWithSelf", "/exclude",
     R"([{"id": "x", "when": "self.LTO=ON", "why": "y"}])",
     "nothing here is named self.LTO"},
    {"UnknownSliceModule", "/slices/all/modules", R"(["aa"])",
     "no module is named aa, did you mean a?"},
    {"UnknownStrategy", "/slices/all/strategy", R"(["fulll"])",
     "expected one of \"full\", \"each\", \"corners\""},
    {"ZeroCells", "/slices/all/max_cells", "0", "of at least 1"},
    {"NoSlices", "/slices", "{}", "an empty object does not fit"},
};

INSTANTIATE_TEST_SUITE_P(ProjectFile, SpoiltProject, testing::ValuesIn(kSpoilt),
                         [](const auto& row) { return row.param.name; });

struct SpoiltEffect {
  const char* name;
  const char* effect;
  const char* message;
};

class SpoiltExpectations : public testing::TestWithParam<SpoiltEffect> {};

TEST_P(SpoiltExpectations, AreRefusedForThatReasonAlone) {
  Files project = files(heed());
  project["/p/fa/expectations.json"] =
      std::string(R"({"version": 1, "module": "a", "effects": [)") +
      GetParam().effect + "]}";
  const std::string found = errors(project);
  EXPECT_NE(found.find(GetParam().message), std::string::npos) << found;
  EXPECT_EQ(std::count(found.begin(), found.end(), '\n'), 1) << found;
}

constexpr SpoiltEffect kSpoiltEffects[] = {
    {"Bound", R"({"id": "x", "when": "true", "expect": {"y": "> 1"}})",
     "at /effects/0/expect/y: cannot read bound"},
    {"BoundOfUnknownReason",
     R"({"id": "x", "when": "true", "expect": {"y": "<= @reason=lt + 1"}})",
     "@reason is never lt"},
    {"PassOfACounter",
     R"({"id": "x", "when": "true", "expect": {"y": "pass"}})",
     "a counter cannot pass"},
    {"NumbersOfASuite",
     R"({"id": "x", "when": "true", "suite": "s", "expect": {"y": 1}})",
     "expected \"pass\", since a suite is named"},
    {"PassWithoutSuite", R"({"id": "x", "when": "true", "expect": "pass"})",
     "expected an object of bounds"},
    {"UnknownFact", R"({"id": "x", "when": "@cell=1", "expect": {"y": 1}})",
     "nothing here is named @cell"},
    {"IdTwice",
     R"({"id": "x", "when": "true", "expect": {"y": 1}},
        {"id": "x", "when": "true", "expect": {"y": 2}})",
     "id x is used twice"},
    {"NoId", R"({"when": "true", "expect": {"y": 1}})",
     "key \"id\" is missing"},
};

INSTANTIATE_TEST_SUITE_P(ProjectFile, SpoiltExpectations,
                         testing::ValuesIn(kSpoiltEffects),
                         [](const auto& row) { return row.param.name; });

TEST(SpoiltSettings, NeedTheirOwner) {
  Files project = files(heed());
  project["/p/fa/settings.json"] = R"({"version": 1, "settings": [
    {"name": "b.depth", "stage": "boot", "values": ["0"], "default": "0",
     "apply": {"boot": "b.depth={value}"}},
    {"name": "a.LTO", "stage": "build", "values": ["0"], "default": "0",
     "apply": {"cmake": "X"}}]})";
  EXPECT_EQ(errors(project),
            "at /settings/0/name: no module of this folder is named b, did "
            "you mean a?\nat /settings/1/name: setting a.LTO is declared "
            "twice\n");
}

}  // namespace
}  // namespace heed::matrix
