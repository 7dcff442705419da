#include "harness/record/history.h"

#include <thread>

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>

#include "harness/record/migrations.h"
#include "harness/util/file.h"

namespace heed::record {
namespace {

core::CellResult cell(const std::string& id, const std::string& fingerprint) {
  core::CellResult result;
  result.cell.id = id;
  result.fingerprint = fingerprint;
  result.status = core::CellStatus::passed;
  result.run_seconds = 1.5;
  return result;
}

History begun(const std::filesystem::path& path = ":memory:") {
  History history = History::open(path).value();
  EXPECT_TRUE(history.begin_run({.id = "run-1", .plan = "p"}));
  return history;
}

TEST(History, FindsAResultByCellAndFingerprint) {
  History history = begun();
  const core::CellResult stored = cell("c1", "f1");
  ASSERT_TRUE(history.append("run-1", stored));
  EXPECT_EQ(history.stored("c1", "f1").value(), stored);
  EXPECT_EQ(history.stored("c1", "f2").value(), std::nullopt);
  EXPECT_EQ(history.stored("c2", "f1").value(), std::nullopt);
}

TEST(History, ReusesOnlyWhatPassed) {
  for (const auto status :
       {core::CellStatus::failed, core::CellStatus::build_failed,
        core::CellStatus::none}) {
    History history = begun();
    core::CellResult result = cell("c1", "f1");
    result.status = status;
    ASSERT_TRUE(history.append("run-1", result));
    EXPECT_EQ(history.stored("c1", "f1").value(), std::nullopt);
  }
}

TEST(History, KnowsHowCellsLastEnded) {
  History history = begun();
  ASSERT_TRUE(history.append("run-1", cell("c1", "f1")));
  ASSERT_TRUE(history.begin_run({.id = "run-2"}));
  core::CellResult later = cell("c1", "f2");
  later.status = core::CellStatus::failed;
  later.run_seconds = 3;
  ASSERT_TRUE(history.append("run-2", later));
  EXPECT_EQ(history.last_status()->at("c1"), core::CellStatus::failed);
  EXPECT_EQ(history.last_seconds()->at("c1"), 3);
  EXPECT_EQ(history.cells_of("run-2")->size(), 1U);
}

TEST(History, HasTheReportOfTheLastRunThatEnded) {
  History history = begun();
  EXPECT_EQ(history.latest_report().value(), std::nullopt);
  ASSERT_TRUE(history.finish_run("run-1", "{}", 0));
  ASSERT_TRUE(history.begin_run({.id = "run-2"}));
  EXPECT_EQ(history.latest_report().value(), "{}");
}

TEST(History, KeepsCellsOfARunThatNeverEnded) {
  const util::TemporaryFolder folder;
  const auto path = folder.path() / "state.db";
  {
    History history = begun(path);
    ASSERT_TRUE(history.append("run-1", cell("c1", "f1")));
  }
  const History again = History::open(path).value();
  EXPECT_TRUE(again.stored("c1", "f1").value().has_value());
}

TEST(History, RefusesARunThatWasNotBegunAndAFolder) {
  const util::TemporaryFolder folder;
  const auto opened = History::open(folder.path());
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().text().find(folder.path().string()),
            std::string::npos);
}

TEST(History, OpensAVersionOneDatabaseAndRefusesANewerOne) {
  const util::TemporaryFolder folder;
  const auto path = (folder.path() / "state.db").string();
  {
    SQLite::Database old(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    old.exec(std::string(migrations().front()));
    old.exec("PRAGMA user_version = 1");
    old.exec("INSERT INTO runs (id, plan, started) VALUES ('old', 'p', 't')");
  }
  {
    History history = History::open(path).value();
    ASSERT_TRUE(history.append("old", cell("c1", "f1")));
    EXPECT_EQ(history.cells_of("old")->size(), 1U);
  }
  SQLite::Database newer(path, SQLite::OPEN_READWRITE);
  newer.exec("PRAGMA user_version = 999");
  EXPECT_FALSE(History::open(path));
}

TEST(History, LosesNoRowWithSeveralWriters) {
  const util::TemporaryFolder folder;
  const auto path = folder.path() / "state.db";
  begun(path);
  constexpr int kWriters = 8;
  constexpr int kCells = 20;
  {
    std::vector<std::jthread> writers;
    for (int w = 0; w < kWriters; ++w) {
      writers.emplace_back([&path, w] {
        History history = History::open(path).value();
        for (int c = 0; c < kCells; ++c) {
          EXPECT_TRUE(history.append(
              "run-1", cell(std::to_string(w) + "-" + std::to_string(c), "f")));
        }
      });
    }
  }
  const History history = History::open(path).value();
  EXPECT_EQ(history.cells_of("run-1")->size(), kWriters * kCells);
}

TEST(History, SaysThatAStoredResultIsDamaged) {
  const util::TemporaryFolder folder;
  const auto path = folder.path() / "state.db";
  History history = begun(path);
  ASSERT_TRUE(history.append("run-1", cell("c1", "f1")));
  SQLite::Database(path.string(), SQLite::OPEN_READWRITE)
      .exec("UPDATE cells SET result = '{\"cell\":'");
  const auto stored = history.stored("c1", "f1");
  ASSERT_FALSE(stored);
  EXPECT_NE(stored.error().text().find("c1"), std::string::npos);
}

}  // namespace
}  // namespace heed::record
