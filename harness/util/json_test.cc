#include "harness/util/json.h"

#include <string>

#include <gtest/gtest.h>

#include "harness/util/json_scan.h"

namespace heed::util {
namespace {

std::string why(std::string_view text) {
  const auto json = parse_json(text, "heed.json");
  return json ? "it was read" : json.error().why;
}

Json schema() {
  return *parse_json(R"({
    "type": "object", "additionalProperties": false, "required": ["name"],
    "properties": {
      "name": {"type": "string", "description": "of the project"},
      "stage": {"enum": ["build", "boot"]},
      "level": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
      "limit": {"type": "integer", "minimum": 1},
      "rows": {"type": "array", "items": {"$ref": "#/definitions/row"}},
      "free": {"type": "object", "additionalProperties": {"type": "string"}}},
    "definitions": {"row": {"type": "object", "additionalProperties": false,
                            "properties": {"id": {"type": "string"}}}}})",
                     "schema");
}

std::vector<JsonProblem> problems(const std::string& text) {
  return validate_json(text, *parse_json(text, "heed.json"), schema());
}

TEST(ParseJson, KeepsTheOrderOfKeys) {
  const auto json = parse_json(R"({"z": 1, "a": [true, null]})", "x");
  ASSERT_TRUE(json.has_value());
  EXPECT_EQ(to_text(*json, -1), R"({"z":1,"a":[true,null]})");
}

TEST(ParseJson, NamesLineAndColumnOfAnError) {
  EXPECT_EQ(why("{\n  \"a\": 1,\n  }").find("line 3, column 3"), 0U);
  EXPECT_EQ(parse_json("{", "heed.json").error().which, "heed.json");
}

TEST(ParseJson, RefusesTruncatedAndEmptyText) {
  EXPECT_NE(why("").find("line 1"), std::string::npos);
  EXPECT_NE(why("{\"a\": [1,").find("line 1, column 10"), std::string::npos);
}

TEST(ParseJson, RefusesWhatIsNotStrict) {
  EXPECT_NE(why("{} // comment"), "it was read");
  EXPECT_NE(why("[1,]"), "it was read");
  EXPECT_NE(why("\"\xFF\""), "it was read");
  EXPECT_NE(why("[NaN]"), "it was read");
}

TEST(ParseJson, NamesEveryDuplicateKey) {
  EXPECT_EQ(why("{\"a\": 1,\n \"b\": {\"c\": 1, \"c\": 2}, \"a\": 3}"),
            "line 2, column 16: duplicate key at /b/c, expected each key once; "
            "line 2, column 25: duplicate key at /a, expected each key once");
}

TEST(ParseJson, SeesThroughEscapesInDuplicateKeys) {
  EXPECT_NE(why(R"({"a": 1, "\u0061": 2})").find("duplicate key at /a"),
            std::string::npos);
}

TEST(ParseJson, AllowsTheSameKeyInDifferentObjects) {
  EXPECT_TRUE(parse_json(R"([{"a": 1}, {"a": {"a": 2}}])", "x").has_value());
}

TEST(ParseJson, RefusesBottomlessNesting) {
  const std::string deep = std::string(100000, '[') + std::string(100000, ']');
  EXPECT_NE(why(deep).find("nested deeper than 200"), std::string::npos);
}

TEST(JsonLine, FindsValuesByPointer) {
  const std::string text =
      "{\n  \"a\": [\n    1,\n    \"x\\\"]\"],\n  \"b/c~d\": {\"e\": 2}\n}";
  EXPECT_EQ(json_line(text, ""), 1);
  EXPECT_EQ(json_line(text, "/a/0"), 3);
  EXPECT_EQ(json_line(text, "/a/1"), 4);
  EXPECT_EQ(json_line(text, "/b~1c~0d/e"), 5);
  EXPECT_EQ(json_line(text, "/a/2"), 0);
}

TEST(JsonLine, SkipsAByteOrderMark) {
  EXPECT_EQ(json_line("\xEF\xBB\xBF{\n\"a\": 1}", "/a"), 2);
}

TEST(ValidateJson, AcceptsWhatFits) {
  EXPECT_TRUE(problems(R"({"name": "x", "stage": "boot", "level": "3",
                           "rows": [{"id": "a"}], "free": {"k": "v"}})")
                  .empty());
}

TEST(ValidateJson, NamesAllProblemsInTheOrderOfTheText) {
  const auto found = problems(
      "{\"stage\": \"late\",\n\"limit\": 0,\n\"rows\": [{},\n{\"if\": "
      "1},\n7],\n"
      "\"nam\": 1}");
  ASSERT_EQ(found.size(), 6U);
  EXPECT_EQ(found[0].line, 1);
  EXPECT_EQ(found[0].pointer, "");
  EXPECT_EQ(found[0].message.find("key \"name\" is missing"), 0U);
  EXPECT_EQ(found[1].pointer, "/stage");
  EXPECT_EQ(found[1].message,
            "\"late\" does not fit, expected one of \"build\", \"boot\"");
  EXPECT_EQ(found[2].pointer, "/limit");
  EXPECT_EQ(found[2].message,
            "0 does not fit, expected an integer of at least 1");
  EXPECT_EQ(found[3].pointer, "/rows/1/if");
  EXPECT_EQ(found[3].line, 4);
  EXPECT_EQ(found[3].message,
            "unknown key, expected an object with the keys id");
  EXPECT_EQ(found[4].pointer, "/rows/2");
  EXPECT_EQ(found[5].pointer, "/nam");
  EXPECT_EQ(found[5].line, 6);
}

TEST(ValidateJson, NamesEverySurplusKey) {
  EXPECT_EQ(problems(R"({"name": "", "p": 1, "q": 2, "r": 3})").size(), 3U);
}

TEST(ValidateJson, JoinsAlternativesInOneProblem) {
  const auto found = problems(R"({"name": "", "level": []})");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].message,
            "an empty list does not fit, expected an integer or a string");
}

TEST(ValidateJson, RefusesAnotherTypeOfDocument) {
  const auto found = problems("[]");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].line, 1);
}

TEST(ToText, ReplacesInvalidUtf8) {
  EXPECT_EQ(to_text(Json("a\xFF"), -1), "\"a\xEF\xBF\xBD\"");
}

TEST(ToText, Indents) { EXPECT_EQ(to_text({{"a", 1}}), "{\n  \"a\": 1\n}"); }

}  // namespace
}  // namespace heed::util
