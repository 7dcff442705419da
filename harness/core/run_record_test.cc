#include "harness/core/run_record.h"

#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace heed::core {
namespace {

/// A text that JSON can hold: also quotes, backslashes and control characters.
std::string text() {
  return *rc::gen::container<std::string>(
      rc::gen::elementOf(std::string("ab\"\\/\n\t\x01 ")));
}

template <typename E>
E word(std::size_t count) {
  return static_cast<E>(*rc::gen::inRange<std::size_t>(0, count));
}

double number() { return *rc::gen::inRange(-1000000, 1000000) / 64.0; }

bool flag() { return *rc::gen::arbitrary<bool>(); }

int integer() { return *rc::gen::arbitrary<int>(); }

Setting random_setting() {
  Setting setting;
  setting.name = text();
  setting.base = text();
  setting.module = text();
  setting.stage = flag() ? Stage::build : Stage::boot;
  setting.values = {text(), text()};
  setting.default_value = text();
  setting.cmake = text();
  setting.boot = text();
  setting.depends_on = text();
  setting.line = integer();
  setting.file = text();
  return setting;
}

Cell random_cell() {
  Cell cell;
  cell.id = text();
  cell.name = text();
  cell.values = {{text(), text()}, {"notests", text()}};
  cell.build = {text(), text(), {{text(), text()}}, {random_setting()}};
  cell.boot = {{{text(), text()}}, text()};
  cell.short_text = text();
  return cell;
}

SuiteOutput random_output() {
  SuiteOutput output;
  output.suite = text();
  output.kind = word<SuiteKind>(kSuiteKinds.size());
  output.exit_code = integer();
  output.signal = integer();
  output.timed_out = flag();
  output.interrupted = flag();
  output.could_not_start = text();
  output.left_behind = {text()};
  output.seconds = number();
  output.files = {{text(), text(), text(), text()}};
  return output;
}

Verdict random_verdict() {
  Verdict verdict;
  verdict.module = text();
  verdict.expectation = text();
  verdict.metric = text();
  verdict.suite = text();
  verdict.expected = text();
  verdict.observed = text();
  verdict.source = text();
  verdict.evidence = text();
  verdict.status = word<VerdictStatus>(kVerdictStatusNames.size());
  verdict.kind = word<FindingKind>(kFindingKinds.size());
  verdict.rung = word<Rung>(kRungs.size());
  verdict.reason = text();
  return verdict;
}

CellResult random_result() {
  CellResult result;
  result.cell = random_cell();
  result.cls = word<CellClass>(kCellClassNames.size());
  result.status = word<CellStatus>(kCellStatusNames.size());
  result.reason = text();
  result.fingerprint = text();
  result.build_seconds = number();
  result.run_seconds = number();
  result.suites = {random_output(), random_output()};
  result.cases = {{text(), text(), word<CaseOutcome>(kCaseOutcomes.size()),
                   text(), text(), integer(), number()}};
  result.observations = {
      {text(), text(), number(), text(), {{text(), text()}}, text()},
      {text(), text(), text(), text(), {}, text()}};
  result.decisions = {{text(),
                       text(),
                       {word<Outcome>(kOutcomes.size()), text()},
                       {word<Outcome>(kOutcomes.size()), text()},
                       flag()}};
  result.verdicts = {random_verdict(), random_verdict()};
  result.notices = {text()};
  return result;
}

util::Result<CellResult> through_text(const CellResult& result) {
  const auto json =
      util::parse_json(util::to_text(to_json(result), -1), "test");
  return json ? cell_result_from_json(*json) : tl::unexpected(json.error());
}

RC_GTEST_PROP(CellResultProperty, SurvivesItsText, ()) {
  const CellResult result = random_result();
  const auto back = through_text(result);
  RC_ASSERT(back.has_value());
  RC_ASSERT(*back == result);
}

TEST(CellResult, SurvivesWhenEmpty) {
  EXPECT_EQ(through_text(CellResult{}), CellResult{});
}

TEST(CellResult, KeepsInfinity) {
  CellResult result;
  result.observations = {
      {"", "cv", std::numeric_limits<double>::infinity(), "1", {}, ""}};
  EXPECT_EQ(through_text(result), result);
}

TEST(CellResult, ReadsEveryWordOfEveryTable) {
  for (std::size_t i = 0; i < kCaseOutcomes.size(); ++i) {
    CellResult result;
    result.cases.resize(1);
    result.cases[0].outcome = static_cast<CaseOutcome>(i);
    EXPECT_EQ(to_json(result)["cases"][0]["outcome"], kCaseOutcomes[i].name);
    EXPECT_EQ(through_text(result), result);
  }
}

std::string why(const util::Json& json) {
  const auto result = cell_result_from_json(json);
  return result ? "it was read" : result.error().why;
}

TEST(CellResult, NamesWhatIsMissingOrOfAnotherType) {
  util::Json json = to_json(CellResult{});
  EXPECT_EQ(why(util::Json::array()), "expected an object at /");
  EXPECT_EQ(why(util::Json::object()), "expected a value at /cell");
  json["status"] = "fine";
  EXPECT_EQ(why(json), "expected a known word at /status");
  json = to_json(CellResult{});
  json["cell"]["build"]["values"] = 7;
  EXPECT_EQ(why(json), "expected an object at /cell/build/values");
  json = to_json(CellResult{});
  json["run_seconds"] = "1";
  EXPECT_EQ(why(json), "expected a number at /run_seconds");
  json = to_json(CellResult{});
  json["notices"] = {1};
  EXPECT_EQ(why(json), "expected a string at /notices/0");
}

}  // namespace
}  // namespace heed::core
