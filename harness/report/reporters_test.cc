#include "harness/report/reporters.h"

#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "harness/core/sample_run.h"
#include "harness/report/console.h"
#include "harness/report/json.h"
#include "harness/report/markdown.h"
#include "harness/util/golden.h"

namespace heed::report {
namespace {

using core::RunRecord;

struct Sample {
  const char* name;
  RunRecord (*make)();
};

constexpr std::array kSamples = {
    Sample{"conforming", &core::sample::conforming},
    Sample{"ignored-setting", &core::sample::ignored_setting},
    Sample{"lost-setting", &core::sample::lost_setting},
    Sample{"crash-and-failed-case", &core::sample::crash_and_failed_case},
    Sample{"build-failure", &core::sample::build_failure},
    Sample{"inconclusive", &core::sample::inconclusive},
};

std::string text_of(const core::Reporter& reporter, const RunRecord& record) {
  std::ostringstream out;
  reporter.write(record, out);
  return out.str();
}

/// Every row of the table with every sample.
class Golden : public testing::TestWithParam<std::tuple<std::string, Sample>> {
};

TEST_P(Golden, IsTheWholeOutput) {
  const auto& [format, sample] = GetParam();
  const ReporterRow* const row = find_reporter(format);
  ASSERT_NE(row, nullptr);
  util::expect_golden("report", std::string(sample.name) + "." + format,
                      text_of(*row->make(), sample.make()));
}

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const ReporterRow& row : reporters()) {
    names.emplace_back(row.name);
  }
  return names;
}

std::string test_name(
    const testing::TestParamInfo<std::tuple<std::string, Sample>>& row) {
  std::string name = std::get<0>(row.param) + "_" + std::get<1>(row.param).name;
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Reporters, Golden,
                         testing::Combine(testing::ValuesIn(format_names()),
                                          testing::ValuesIn(kSamples)),
                         test_name);

TEST(Reporters, NameThemselvesAsTheirRowDoes) {
  for (const ReporterRow& row : reporters()) {
    EXPECT_EQ(row.make()->name(), row.name);
  }
  EXPECT_EQ(find_reporter("no-such-format"), nullptr);
}

TEST(Reporters, RenderTheSameFromTheStoredReport) {
  for (const Sample& sample : kSamples) {
    const RunRecord record = sample.make();
    const auto json = util::parse_json(
        text_of(*find_reporter("json")->make(), record), "report.json");
    ASSERT_TRUE(json) << json.error().text();
    const auto stored = run_record_from_report(*json);
    ASSERT_TRUE(stored) << stored.error().text();
    for (const ReporterRow& row : reporters()) {
      EXPECT_EQ(text_of(*row.make(), *stored), text_of(*row.make(), record))
          << row.name << " of " << sample.name;
    }
  }
}

TEST(Console, IsQuietAboutColorUnlessAsked) {
  const RunRecord record = core::sample::ignored_setting();
  EXPECT_EQ(text_of(*make_console_reporter(), record).find('\x1b'),
            std::string::npos);
  const std::string colored =
      text_of(*make_console_reporter({.color = true}), record);
  EXPECT_NE(colored.find("\x1b[1;31mFAIL\x1b[0m"), std::string::npos);
}

TEST(Console, CutsTheListAndSaysHowManyMore) {
  RunRecord record = core::sample::ignored_setting();
  record.findings.resize(23, record.findings.front());
  const std::string text = text_of(*make_console_reporter(), record);
  EXPECT_NE(text.find("3 more causes"), std::string::npos);
  EXPECT_NE(text.find("ignored-setting 23 (2 cells)"), std::string::npos);
}

TEST(Console, LeavesTheTerminalAlone) {
  RunRecord record = core::sample::crash_and_failed_case();
  record.findings[0].detail = "\x1b]0;owned\x07 and \xFF";
  const std::string text = text_of(*make_console_reporter(), record);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_NE(text.find("\\x1b]0;owned\\x07 and \xEF\xBF\xBD"),
            std::string::npos);
}

TEST(Console, KeepsHeadAndTailOfHugeOutput) {
  RunRecord record = core::sample::crash_and_failed_case();
  record.cells[4].cases[0].message =
      "begin" + std::string(10'000'000, 'x') + "the failure";
  const std::string text = text_of(*make_console_reporter(), record);
  EXPECT_LT(text.size(), 80'000U);
  EXPECT_NE(text.find("begin"), std::string::npos);
  EXPECT_NE(text.find("the failure"), std::string::npos);
  EXPECT_NE(text.find("9934480 bytes left out; all of it: cells/"),
            std::string::npos);
}

TEST(Console, CountsNotices) {
  RunRecord record = core::sample::conforming();
  record.cells[7].notices = {"config_ineffective kdf_sp800108.notests"};
  record.cells[8].notices = record.cells[7].notices;
  EXPECT_NE(text_of(*make_console_reporter(), record)
                .find("config_ineffective kdf_sp800108.notests (2 cells)"),
            std::string::npos);
}

TEST(Progress, FitsTheWidth) {
  const Progress progress{.done = 9,
                          .total = 72,
                          .current = {"cmake/cell/notests=1~3f9a1c", "b"},
                          .elapsed_seconds = 4,
                          .left_seconds = 31};
  EXPECT_EQ(progress_line(progress),
            "[ 9/72] 00:04  left 00:31  cmake/cell/notests=1~3f9a1c +1");
  EXPECT_EQ(progress_line(progress, 34), "[ 9/72] 00:04  left 00:31  cmak +1");
}

TEST(Progress, TellsHowACellEnded) {
  RunRecord record = core::sample::inconclusive();
  const Progress progress{.done = 9, .total = 72, .left_seconds = 31};
  EXPECT_EQ(cell_line(progress, record.cells[0]),
            "[ 9/72] ok    cmake/cell/default~3f9a0b   0.4s  left 00:31");
  EXPECT_EQ(cell_line(progress, record.cells[3]),
            "[ 9/72] OPEN  cmake/cell/notests=1~42cd0b   0.0s  not-started"
            "  left 00:31");
}

TEST(Markdown, StaysBelowTheLimitWithAPointer) {
  RunRecord record = core::sample::ignored_setting();
  record.findings.resize(20'000, record.findings.front());
  const std::string text = text_of(*make_markdown_reporter(), record);
  EXPECT_LT(text.size(), kSummaryLimit);
  EXPECT_GT(text.size(), kSummaryLimit / 2);
  EXPECT_NE(text.find("more causes: see report.json"), std::string::npos);
}

TEST(Markdown, TakesAwayTheEffectOfMarkup) {
  RunRecord record = core::sample::ignored_setting();
  record.findings[0].module = "a|b<script>`c`\n# d";
  const std::string text = text_of(*make_markdown_reporter(), record);
  EXPECT_NE(text.find(R"(a\|b\<script\>\`c\` \| \# d)"), std::string::npos);
}

TEST(Annotations, ShowTenErrorsAndTenWarningsWorstFirst) {
  RunRecord record = core::sample::inconclusive();
  record.findings.resize(15, record.findings.front());
  const RunRecord ignored = core::sample::ignored_setting();
  record.findings.insert(record.findings.end(), 12, ignored.findings.front());
  const std::string text =
      text_of(*find_reporter("annotations")->make(), record);
  std::size_t errors = 0;
  std::size_t warnings = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    errors += line.starts_with("::error ") ? 1 : 0;
    warnings += line.starts_with("::warning ") ? 1 : 0;
    EXPECT_TRUE(warnings == 0 || !line.starts_with("::error ")) << line;
  }
  EXPECT_EQ(errors, 10U);
  EXPECT_EQ(warnings, 10U);
}

TEST(Annotations, EscapeWhatWouldEndTheCommand) {
  RunRecord record = core::sample::ignored_setting();
  record.findings[0].detail = "100%\nand";
  record.declared[1].file = "a,b:c.json";
  const std::string text =
      text_of(*find_reporter("annotations")->make(), record);
  EXPECT_NE(text.find("file=a%2Cb%3Ac.json,line=19"), std::string::npos);
  EXPECT_NE(text.find("100%25%0Aand"), std::string::npos);
}

}  // namespace
}  // namespace heed::report
