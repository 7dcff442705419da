#include "harness/report/junit.h"

#include <set>
#include <sstream>
#include <string>

#include <expat.h>
#include <gtest/gtest.h>
#include <pugixml.hpp>

#include "harness/core/sample_run.h"

namespace heed::report {
namespace {

using core::RunRecord;

std::string junit_of(const RunRecord& record) {
  std::ostringstream out;
  make_junit_reporter()->write(record, out);
  return out.str();
}

/// What a strict parser says against TEXT; "" when it is well-formed.
std::string complaint(const std::string& text) {
  const XML_Parser parser = XML_ParserCreate(nullptr);
  const bool is_good =
      XML_Parse(parser, text.data(), static_cast<int>(text.size()), XML_TRUE) ==
      XML_STATUS_OK;
  const std::string error =
      is_good ? "" : XML_ErrorString(XML_GetErrorCode(parser));
  XML_ParserFree(parser);
  return error;
}

/// All bytes, U+FFFE, a surrogate, the end of a CDATA section, ANSI codes.
std::string hostile() {
  std::string text;
  for (int byte = 0; byte < 256; ++byte) {
    text += static_cast<char>(byte);
  }
  return text + "\xEF\xBF\xBE\xEF\xBF\xBF\xED\xA0\x80]]>\x1b[31mred\x1b[0m";
}

TEST(Junit, IsWellFormedForAnyBytes) {
  RunRecord record = core::sample::crash_and_failed_case();
  record.project = hostile();
  core::CellResult& cell = record.cells[4];
  cell.cell.name = hostile();
  cell.cases[0].message = hostile();
  cell.cases[0].name = hostile();
  cell.cases[0].file = hostile();
  cell.verdicts[0].status = core::VerdictStatus::violated;
  cell.verdicts[0].observed = hostile();
  cell.suites[0].could_not_start = hostile();
  EXPECT_EQ(complaint(junit_of(record)), "");
}

TEST(Junit, IsJudgedByAParserThatRefuses) {
  EXPECT_NE(complaint("<a>\x01</a>"), "");
  EXPECT_NE(complaint("<a>\xFF</a>"), "");
}

TEST(Junit, ReplacesWhatXmlCannotHold) {
  EXPECT_EQ(xml_text("a\tb\n\x01\x1b[1m\xFF"),
            "a\tb\n\xEF\xBF\xBD\xEF\xBF\xBD[1m\xEF\xBF\xBD");
  EXPECT_EQ(xml_text("\xEF\xBF\xBE"), "\xEF\xBF\xBD");
}

TEST(Junit, NamesEachCaseOnce) {
  RunRecord record = core::sample::conforming();
  record.cells[0].cases.push_back(record.cells[0].cases[0]);
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(junit_of(record).c_str()));
  std::set<std::string> names;
  for (const auto& match : document.select_nodes("//testcase")) {
    const std::string name =
        std::string(match.node().attribute("classname").value()) + "/" +
        match.node().attribute("name").value();
    EXPECT_TRUE(names.insert(name).second) << name;
  }
  EXPECT_EQ(names.size(), 12U * 3U + 1U);
}

TEST(Junit, GivesASkipItsDecisionAndReason) {
  pugi::xml_document document;
  ASSERT_TRUE(
      document.load_string(junit_of(core::sample::conforming()).c_str()));
  const std::string message =
      document.select_node("//skipped").node().attribute("message").value();
  EXPECT_EQ(message,
            "module-runtime; decision kdf_sp800108 skip (module-runtime)");
}

TEST(Junit, CountsWhatDidNotRunAsAnError) {
  RunRecord record = core::sample::conforming();
  record.cells[0].suites[1].could_not_start = "no such file";
  record.cells[0].cases.clear();
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(junit_of(record).c_str()));
  const pugi::xml_node suite = document.select_node("//testsuite").node();
  EXPECT_STREQ(suite.attribute("errors").value(), "1");
  EXPECT_STREQ(suite.attribute("skipped").value(), "0");
  EXPECT_STREQ(suite.child("testcase").child("error").attribute("type").value(),
               "not-run");
}

}  // namespace
}  // namespace heed::report
