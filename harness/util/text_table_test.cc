#include "harness/util/text_table.h"

#include <gtest/gtest.h>

namespace heed::util {
namespace {

using Align = TextTable::Align;

TEST(TextTable, AlignsColumnsWithoutSpaceAtTheEnd) {
  TextTable table({Align::left, Align::right, Align::left});
  table.add({"settings", "5", "all"});
  table.add({"cells", "72", ""});
  table.add({"x"});
  EXPECT_EQ(table.text(), "settings   5  all\ncells     72\nx\n");
}

TEST(TextTable, CountsCodePointsNotBytes) {
  TextTable table({Align::left, Align::left});
  table.add({"é", "|"});
  table.add({"ab", "|"});
  EXPECT_EQ(table.text(2), "  é   |\n  ab  |\n");
}

TEST(TextTable, IsEmptyWithoutRows) {
  EXPECT_TRUE(TextTable({Align::left}).empty());
  EXPECT_EQ(TextTable({Align::left}).text(), "");
}

}  // namespace
}  // namespace heed::util
