#include "harness/record/history.h"

#include <array>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <thread>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/util/file.h"
#include "harness/util/format.h"

namespace heed::record {
namespace {

const RunStart kStart = {.id = "20270114T090311Z-7f3c19",
                         .project = "toy",
                         .version = "0.1.0",
                         .plan = "7f3c19",
                         .strategy = "full",
                         .started = "2027-01-14T09:03:11Z"};

core::CellResult result_of(const std::string& cell,
                           core::CellStatus status = core::CellStatus::passed,
                           const std::string& fingerprint = "f") {
  core::CellResult result;
  result.cell.id = cell;
  result.cell.name = "cmake/cell/default~" + cell;
  result.status = status;
  result.fingerprint = fingerprint;
  result.run_seconds = 1.5;
  return result;
}

History opened(const std::filesystem::path& path = ":memory:") {
  auto history = History::open(path);
  if (!history) {
    ADD_FAILURE() << history.error().text();
    std::abort();
  }
  return *std::move(history);
}

History begun() {
  History history = opened();
  EXPECT_TRUE(history.begin_run(kStart));
  return history;
}

TEST(History, IsEmptyAtFirst) {
  History history = opened();
  EXPECT_TRUE(history.last_status()->empty());
  EXPECT_TRUE(history.last_seconds()->empty());
  EXPECT_FALSE(history.latest_report()->has_value());
  EXPECT_FALSE(history.stored("cell", "f")->has_value());
}

TEST(History, GivesBackWhatWasAppended) {
  History history = begun();
  core::CellResult result = result_of("cell");
  result.notices = {"config_ineffective: it's \"quoted\" and \xc3\xbc"};
  ASSERT_TRUE(history.append(kStart.id, result));
  EXPECT_EQ(result, history.stored("cell", "f")->value());
  EXPECT_EQ(std::vector{result}, *history.cells_of(kStart.id));
}

TEST(History, FindsOnlyResultsWithTheSameFingerprint) {
  History history = begun();
  ASSERT_TRUE(history.append(kStart.id, result_of("cell")));
  EXPECT_FALSE(history.stored("cell", "other")->has_value());
  EXPECT_FALSE(history.stored("other", "f")->has_value());
}

TEST(History, NeverReusesWithoutFingerprintOrVerdict) {
  History history = begun();
  ASSERT_TRUE(
      history.append(kStart.id, result_of("a", core::CellStatus::passed, "")));
  core::CellResult inconclusive = result_of("b");
  inconclusive.cls = core::CellClass::inconclusive;
  ASSERT_TRUE(history.append(kStart.id, inconclusive));
  EXPECT_FALSE(history.stored("a", "")->has_value());
  EXPECT_FALSE(history.stored("b", "f")->has_value());
}

TEST(History, KnowsTheNewestStatusOfEachCell) {
  History history = begun();
  ASSERT_TRUE(history.append(kStart.id, result_of("a")));
  ASSERT_TRUE(history.append(kStart.id, result_of("b")));
  RunStart second = kStart;
  second.id = "20270115T090311Z-7f3c19";
  ASSERT_TRUE(history.begin_run(second));
  ASSERT_TRUE(
      history.append(second.id, result_of("a", core::CellStatus::failed)));
  core::CellResult cut = result_of("b", core::CellStatus::none);
  cut.cls = core::CellClass::inconclusive;
  cut.run_seconds = 99;
  ASSERT_TRUE(history.append(second.id, cut));
  EXPECT_EQ((std::map<std::string, std::string>{{"a", "failed"},
                                                {"b", "inconclusive"}}),
            *history.last_status());
  EXPECT_EQ((std::map<std::string, double>{{"a", 1.5}, {"b", 1.5}}),
            *history.last_seconds());
}

TEST(History, ReplacesACellThatIsAppendedAgain) {
  History history = begun();
  ASSERT_TRUE(
      history.append(kStart.id, result_of("a", core::CellStatus::failed)));
  ASSERT_TRUE(history.append(kStart.id, result_of("a")));
  EXPECT_EQ(1U, history.cells_of(kStart.id)->size());
  EXPECT_EQ("passed", history.last_status()->at("a"));
}

TEST(History, KeepsTheReportOfTheNewestFinishedRun) {
  History history = begun();
  ASSERT_TRUE(history.finish_run(kStart.id, "2027-01-14T09:03:49Z", "first",
                                 core::ExitCode::conforms));
  RunStart second = kStart;
  second.id = "second";
  ASSERT_TRUE(history.begin_run(second));
  EXPECT_EQ("first", history.latest_report()->value());
  ASSERT_TRUE(history.finish_run("second", "2027-01-15T09:03:49Z", "second",
                                 core::ExitCode::findings));
  EXPECT_EQ("second", history.latest_report()->value());
}

TEST(History, RefusesACellOfARunThatNeverBegan) {
  History history = opened();
  const auto done = history.append("no run", result_of("a"));
  ASSERT_FALSE(done);
  EXPECT_EQ("cannot write history", done.error().what);
}

TEST(History, KeepsTheCellsOfAnInterruptedRun) {
  const util::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "state.db";
  const pid_t writer = fork();
  if (writer == 0) {
    History history = opened(path);
    const bool is_written =
        history.begin_run(kStart) && history.append(kStart.id, result_of("a"));
    kill(getpid(), is_written ? SIGKILL : SIGABRT);
  }
  int status = 0;
  waitpid(writer, &status, 0);
  ASSERT_EQ(SIGKILL, WTERMSIG(status));
  History history = opened(path);
  EXPECT_EQ("passed", history.last_status()->at("a"));
}

TEST(History, LosesNoCellOfWritersAtTheSameTime) {
  constexpr int kWriters = 8;
  constexpr int kCells = 10;
  const util::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "state.db";
  std::array<pid_t, kWriters> writers{};
  for (int writer = 0; writer < kWriters; ++writer) {
    writers[static_cast<std::size_t>(writer)] = fork();
    if (writers[static_cast<std::size_t>(writer)] == 0) {
      History history = opened(path);
      RunStart start = kStart;
      start.id = util::format("run {}", writer);
      bool is_written = history.begin_run(start).has_value();
      for (int cell = 0; cell < kCells; ++cell) {
        is_written =
            is_written && history.append(start.id, result_of(util::format(
                                                       "{}.{}", writer, cell)));
      }
      _exit(is_written ? 0 : 1);
    }
  }
  for (const pid_t writer : writers) {
    int status = 0;
    waitpid(writer, &status, 0);
    EXPECT_EQ(0, status);
  }
  EXPECT_EQ(static_cast<std::size_t>(kWriters * kCells),
            opened(path).last_status()->size());
}

TEST(History, TakesAppendsOfSeveralThreads) {
  History history = begun();
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([&history, i] {
        EXPECT_TRUE(history.append(kStart.id, result_of(std::to_string(i))));
      });
    }
  }
  EXPECT_EQ(8U, history.cells_of(kStart.id)->size());
}

TEST(History, OpensADatabaseOfVersionOne) {
  const util::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "state.db";
  const auto dump =
      util::read_file(HEED_SOURCE_DIR "/harness/record/testdata/version-1.sql");
  ASSERT_TRUE(dump);
  SQLite::Database(path.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
      .exec(*dump);
  History history = opened(path);
  EXPECT_EQ("failed", history.last_status()->at("3f9a1c0b27de"));
  EXPECT_EQ(0.3, history.last_seconds()->at("90c2d7715e08"));
  EXPECT_EQ(R"({"run":"20270114T090311Z-7f3c19"})",
            history.latest_report()->value());
  // What another version wrote and this one cannot read is not reused.
  EXPECT_FALSE(history.stored("3f9a1c0b27de", "aa11")->has_value());
  RunStart next = kStart;
  next.id = "next";
  ASSERT_TRUE(history.begin_run(next));
  EXPECT_TRUE(history.append("next", result_of("3f9a1c0b27de")));
}

TEST(History, AppliesEachNewMigrationOnceAndInOrder) {
  const util::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "state.db";
  std::vector<Migration> steps(migrations().begin(), migrations().end());
  { const History history = opened(path); }
  const int next = steps.back().version + 1;
  steps.push_back({next, "add", "CREATE TABLE added (value INTEGER)"});
  steps.push_back({next + 1, "fill", "INSERT INTO added VALUES (7)"});
  for (int time = 0; time < 2; ++time) {
    ASSERT_TRUE(History::open(path, steps));
  }
  SQLite::Database database(path.string());
  EXPECT_EQ(1, database.execAndGet("SELECT count(*) FROM added").getInt());
  EXPECT_EQ(next + 1, database.execAndGet("PRAGMA user_version").getInt());
}

TEST(History, RefusesADatabaseOfANewerHeed) {
  const util::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "state.db";
  SQLite::Database(path.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
      .exec("PRAGMA user_version = 99");
  const auto history = History::open(path);
  ASSERT_FALSE(history);
  EXPECT_EQ(path.string(), history.error().which);
  EXPECT_EQ("it has version 99, but this heed knows 1 at most",
            history.error().why);
}

TEST(History, RefusesAFileThatIsNoDatabase) {
  const util::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "state.db";
  std::ofstream(path) << std::string(4096, 'x');
  const auto history = History::open(path);
  ASSERT_FALSE(history);
  EXPECT_EQ("file is not a database", history.error().why);
}

TEST(History, NamesAFileThatCannotBeMade) {
  const auto history = History::open("/proc/no-such-folder/state.db");
  ASSERT_FALSE(history);
  EXPECT_EQ("cannot open history", history.error().what);
  EXPECT_EQ("/proc/no-such-folder/state.db", history.error().which);
}

TEST(History, SaysWhenTheDiskIsFull) {
  const util::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "state.db";
  const pid_t writer = fork();
  if (writer == 0) {
    History history = opened(path);
    const bool has_begun = history.begin_run(kStart).has_value();
    // A limit on the size of files stands in for the full disk.
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{.rlim_cur = 4096, .rlim_max = 4096};
    setrlimit(RLIMIT_FSIZE, &limit);
    core::CellResult big = result_of("big");
    big.reason = std::string(100000, 'x');
    const auto done = history.append(kStart.id, big);
    const bool is_told = !done && done.error().what == "cannot write history" &&
                         done.error().which == path.string() &&
                         !done.error().why.empty();
    _exit(has_begun && is_told ? 0 : 1);
  }
  int status = -1;
  waitpid(writer, &status, 0);
  EXPECT_EQ(0, status);
}

}  // namespace
}  // namespace heed::record
