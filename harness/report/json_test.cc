#include "harness/report/json.h"

#include <cmath>

#include <gtest/gtest.h>

#include "harness/core/sample_run.h"

namespace heed::report {
namespace {

using core::RunRecord;

TEST(ReportJson, HasTheShapeOfTheInterface) {
  const util::Json json = report_json(core::sample::ignored_setting());
  EXPECT_EQ(json["schema"], "heed-report-1");
  EXPECT_EQ(json["exit"], util::Json::parse(R"({"code": 1, "all": [1]})"));
  EXPECT_EQ(json["counts"], util::Json::parse(R"({"product": "12", "run": 12,
      "reused": 0, "excluded": "0", "sampled_out": "0", "other_shards": 0,
      "inconclusive": 0})"));
  const util::Json& finding = json["findings"][0];
  EXPECT_EQ(finding["kind"], "ignored-setting");
  EXPECT_EQ(finding["rung"], "R7");
  EXPECT_EQ(finding["expected"]["selftest_vectors"], 0);
  EXPECT_EQ(finding["observed"]["selftest_vectors"], 5);
  EXPECT_EQ(finding["cells"], 2);
  const util::Json& cell = json["cells"][0];
  EXPECT_EQ(cell["class"], "run");
  EXPECT_EQ(cell["status"], "passed");
  EXPECT_EQ(cell["values"]["notests"], "0");
  EXPECT_EQ(cell["decisions"][0]["expected"]["decision"], "run");
  EXPECT_EQ(cell["case_counts"]["pass"], 2);
}

TEST(ReportJson, SaysZeroAloneWhenAllConforms) {
  EXPECT_EQ(report_json(core::sample::conforming())["exit"],
            util::Json::parse(R"({"code": 0, "all": [0]})"));
}

TEST(ReportJson, GivesTheRecordBack) {
  const RunRecord record = core::sample::inconclusive();
  const auto back = run_record_from_report(report_json(record));
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_EQ(*back, record);
}

TEST(ReportJson, KeepsBigCountsAndOddNumbers) {
  RunRecord record = core::sample::ignored_setting();
  record.counts.product = 0xFFFF'FFFF'FFFF'FFFFU;
  record.findings[0].expected = {{"a", "0005"}, {"b", ">= 1"}, {"c", "-3"}};
  const auto back = run_record_from_report(report_json(record));
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_EQ(back->counts, record.counts);
  EXPECT_EQ(back->findings, record.findings);
}

TEST(ReportJson, WritesMissingNumbersAsNull) {
  RunRecord record = core::sample::conforming();
  record.cells[0].observations[0].value = std::nan("");
  const auto back = run_record_from_report(report_json(record));
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_TRUE(
      std::isnan(std::get<double>(back->cells[0].observations[0].value)));
}

TEST(ReportJson, DiffersInTimesAndRunIdOnly) {
  RunRecord second = core::sample::ignored_setting();
  second.id = "20270115T090311Z-7f3c19";
  second.started = "2027-01-15T09:03:11Z";
  second.completed = "2027-01-15T09:03:49Z";
  util::Json first_json = report_json(core::sample::ignored_setting());
  util::Json second_json = report_json(second);
  for (const char* key : {"run", "started", "completed"}) {
    EXPECT_NE(first_json[key], second_json[key]);
    first_json.erase(key);
    second_json.erase(key);
  }
  EXPECT_EQ(first_json, second_json);
}

std::string trouble_with(const util::Json& json) {
  const auto record = run_record_from_report(json);
  return record ? "" : record.error().text();
}

TEST(ReportJson, NamesWhatItCannotRead) {
  util::Json json = report_json(core::sample::conforming());
  EXPECT_NE(trouble_with(util::Json::object()), "");
  EXPECT_NE(trouble_with(util::Json()), "");
  json["schema"] = "heed-report-9";
  EXPECT_NE(trouble_with(json).find("schema"), std::string::npos);
  json["schema"] = "heed-report-1";
  json["cells"][3]["decisions"][0]["expected"]["decision"] = "maybe";
  EXPECT_NE(trouble_with(json).find("/cells/3/decisions/0/expected/decision"),
            std::string::npos);
  json.erase("cells");
  EXPECT_NE(trouble_with(json).find("/cells"), std::string::npos);
}

}  // namespace
}  // namespace heed::report
