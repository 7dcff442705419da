// heed's own matrix against testdata/golden_cells.txt, which
// testdata/golden_cells.py writes from rules of its own.
#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "harness/matrix/expand.h"
#include "harness/matrix/toy_project.h"

namespace heed::matrix {
namespace {

constexpr const char* kModule = "kdf_sp800108";

core::Project own_project() {
  return parse_project(HEED_SOURCE_DIR "/heed.json", util::read_file, schemas())
      .value();
}

core::Expansion own_cells(const core::Project& project) {
  return expand(project, project.slices.at("full"), "cell",
                {"cmake", "GNU 12.2.0", {}})
      .value();
}

core::Decision decision(const core::Project& project, const core::Cell& cell) {
  return core::expected_decision(project, cell.values, kModule).decision;
}

std::string decision_text(const core::Decision& decision) {
  return std::string(core::name_of(decision.outcome)) + " " + decision.reason;
}

/// "pairs NAME COUNT DIFFERENT" for the cells that differ in AXIS alone.
std::string pairs_line(const core::Project& project,
                       const core::Expansion& expansion,
                       const core::Setting& axis) {
  int pairs = 0;
  int different = 0;
  for (std::size_t i = 0; i < expansion.cells.size(); ++i) {
    for (std::size_t j = i + 1; j < expansion.cells.size(); ++j) {
      core::Values flipped = expansion.cells[i].values;
      flipped[axis.name] = expansion.cells[j].values.at(axis.name);
      if (flipped != expansion.cells[j].values) {
        continue;
      }
      ++pairs;
      different += decision(project, expansion.cells[i]).outcome !=
                           decision(project, expansion.cells[j]).outcome
                       ? 1
                       : 0;
    }
  }
  return "pairs " + axis.name + " " + std::to_string(pairs) + " " +
         std::to_string(different) + "\n";
}

TEST(GoldenCells, DecidesHeedsOwnMatrixLikeTheIndependentScript) {
  const core::Project project = own_project();
  const core::Expansion expansion = own_cells(project);
  std::string text;
  std::map<std::string, int> counts;
  for (const core::Cell& cell : expansion.cells) {
    std::string values;
    for (const core::Setting& axis : expansion.axes) {
      values += (values.empty() ? "" : ",") + axis.name + "=" +
                cell.values.at(axis.name);
    }
    const std::string decided = decision_text(decision(project, cell));
    text += "cell " + values + " " + decided + "\n";
    ++counts[decided];
  }
  for (const auto& [decided, count] : counts) {
    text += "count " + decided + " " + std::to_string(count) + "\n";
  }
  for (const core::Setting& axis : expansion.axes) {
    text += pairs_line(project, expansion, axis);
  }
  EXPECT_EQ(text, util::read_file(HEED_SOURCE_DIR
                                  "/harness/matrix/testdata/golden_cells.txt")
                      .value());
}

TEST(GoldenCells, NeedSixBuildsAndNoneIsLeftOut) {
  const core::Expansion expansion = own_cells(own_project());
  std::set<std::string> builds;
  std::set<std::string> ids;
  for (const core::Cell& cell : expansion.cells) {
    builds.insert(cell.build.id);
    ids.insert(cell.id);
  }
  EXPECT_EQ(expansion.product, 72U);
  EXPECT_EQ(ids.size(), 72U);
  EXPECT_EQ(builds.size(), 6U);
  EXPECT_TRUE(expansion.left_out.empty());
}

}  // namespace
}  // namespace heed::matrix
