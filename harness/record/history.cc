#include "harness/record/history.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>

#include "harness/util/format.h"
#include "harness/util/json.h"
#include "harness/util/try.h"

namespace heed::record {
namespace {

// Longer than any transaction here, even on a slow disk with many writers.
constexpr int kBusyMilliseconds = 60000;

std::string_view class_name(const core::CellResult& result) {
  return core::kCellClassNames[static_cast<std::size_t>(result.cls)];
}

std::string_view status_name(const core::CellResult& result) {
  return core::kCellStatusNames[static_cast<std::size_t>(result.status)];
}

std::optional<core::CellResult> parse_result(const std::string& text) {
  const auto json = util::parse_json(text, "a stored result");
  if (!json) {
    return std::nullopt;
  }
  auto result = core::cell_result_from_json(*json);
  return result ? std::optional(*std::move(result)) : std::nullopt;
}

void migrate(SQLite::Database& database, std::span<const Migration> steps) {
  SQLite::Transaction transaction(database,
                                  SQLite::TransactionBehavior::IMMEDIATE);
  const int version = database.execAndGet("PRAGMA user_version").getInt();
  const int newest = steps.empty() ? 0 : steps.back().version;
  if (version > newest) {
    throw SQLite::Exception(util::format(
        "it has version {}, but this heed knows {} at most", version, newest));
  }
  for (const Migration& step : steps) {
    if (step.version > version) {
      database.exec(step.sql);
      database.exec(util::format("PRAGMA user_version = {}", step.version));
    }
  }
  transaction.commit();
}

}  // namespace

// The connection; no exception of SQLite leaves it.
class History::Database {
 public:
  Database(std::filesystem::path path, std::span<const Migration> steps)
      : path_(std::move(path)),
        connection_(path_.string(),
                    SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE |
                        SQLite::OPEN_FULLMUTEX,
                    kBusyMilliseconds) {
    connection_.exec("PRAGMA journal_mode = WAL");
    connection_.exec("PRAGMA synchronous = NORMAL");
    connection_.exec("PRAGMA foreign_keys = ON");
    migrate(connection_, steps);
  }

  static util::Error error(const char* what, const std::filesystem::path& path,
                           const SQLite::Exception& exception) {
    return {what, path.string(), exception.what(),
            "free space and permission of its folder, or move it away to "
            "begin anew"};
  }

  // Calls WORK(connection) in one transaction.
  template <typename Work>
  util::Result<void> write(Work work) {
    const std::lock_guard lock(mutex_);
    try {
      // Immediate: a transaction that only later wants to write could fail
      // instead of waiting.
      SQLite::Transaction transaction(connection_,
                                      SQLite::TransactionBehavior::IMMEDIATE);
      work(connection_);
      transaction.commit();
      return {};
    } catch (const SQLite::Exception& exception) {
      return tl::unexpected(error("cannot write history", path_, exception));
    }
  }

  // Calls WORK(connection) and returns what that returns.
  template <typename Work>
  auto read(Work work)
      -> util::Result<decltype(work(std::declval<SQLite::Database&>()))> {
    const std::lock_guard lock(mutex_);
    try {
      return work(connection_);
    } catch (const SQLite::Exception& exception) {
      return tl::unexpected(error("cannot read history", path_, exception));
    }
  }

 private:
  const std::filesystem::path path_;
  std::mutex mutex_;  // guards connection_
  SQLite::Database connection_;
};

util::Result<History> History::open(const std::filesystem::path& path,
                                    std::span<const Migration> steps) {
  try {
    return History(std::make_unique<Database>(path, steps));
  } catch (const SQLite::Exception& exception) {
    return tl::unexpected(
        Database::error("cannot open history", path, exception));
  }
}

History::History(std::unique_ptr<Database> database)
    : database_(std::move(database)) {}
History::~History() = default;
History::History(History&&) noexcept = default;
History& History::operator=(History&&) noexcept = default;

util::Result<void> History::begin_run(const RunStart& start) {
  return database_->write([&](SQLite::Database& connection) {
    SQLite::Statement insert(
        connection,
        "INSERT INTO runs (id, project, version, plan, strategy, seed, started)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)");
    SQLite::bind(insert, start.id, start.project, start.version, start.plan,
                 start.strategy, std::to_string(start.seed), start.started);
    insert.exec();
  });
}

util::Result<void> History::append(const std::string& run,
                                   const core::CellResult& result) {
  const std::string text = util::to_text(core::to_json(result), -1);
  return database_->write([&](SQLite::Database& connection) {
    SQLite::Statement insert(
        connection,
        "INSERT OR REPLACE INTO cells (run, cell, build, name, class, status,"
        " reason, fingerprint, seconds, result)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    SQLite::bind(insert, run, result.cell.id, result.cell.build.id,
                 result.cell.name, std::string(class_name(result)),
                 std::string(status_name(result)), result.reason,
                 result.fingerprint, result.run_seconds, text);
    insert.exec();
  });
}

util::Result<void> History::finish_run(const std::string& run,
                                       const std::string& completed,
                                       const std::string& report,
                                       core::ExitCode exit_code) {
  return database_->write([&](SQLite::Database& connection) {
    SQLite::Statement update(
        connection,
        "UPDATE runs SET completed = ?, report = ?, exit_code = ?"
        " WHERE id = ?");
    SQLite::bind(update, completed, report, static_cast<int>(exit_code), run);
    update.exec();
  });
}

util::Result<std::optional<core::CellResult>> History::stored(
    const std::string& cell, const std::string& fingerprint) {
  return database_->read(
      [&](SQLite::Database& connection) -> std::optional<core::CellResult> {
        SQLite::Statement query(
            connection,
            "SELECT result FROM cells WHERE cell = ? AND fingerprint = ?"
            " AND fingerprint != '' AND class = 'run'"
            " ORDER BY sequence DESC LIMIT 1");
        SQLite::bind(query, cell, fingerprint);
        if (!query.executeStep()) {
          return std::nullopt;
        }
        return parse_result(query.getColumn(0).getString());
      });
}

util::Result<std::vector<core::CellResult>> History::cells_of(
    const std::string& run) {
  return database_->read([&](SQLite::Database& connection) {
    std::vector<core::CellResult> results;
    SQLite::Statement query(
        connection, "SELECT result FROM cells WHERE run = ? ORDER BY sequence");
    SQLite::bind(query, run);
    while (query.executeStep()) {
      if (auto result = parse_result(query.getColumn(0).getString())) {
        results.push_back(*std::move(result));
      }
    }
    return results;
  });
}

util::Result<std::map<std::string, std::string>> History::last_status() {
  return database_->read([](SQLite::Database& connection) {
    std::map<std::string, std::string> statuses;
    SQLite::Statement query(
        connection,
        "SELECT cell, CASE class WHEN 'inconclusive' THEN class ELSE status END"
        " FROM cells WHERE sequence IN"
        " (SELECT max(sequence) FROM cells GROUP BY cell)");
    while (query.executeStep()) {
      statuses[query.getColumn(0).getString()] = query.getColumn(1).getString();
    }
    return statuses;
  });
}

util::Result<std::map<std::string, double>> History::last_seconds() {
  return database_->read([](SQLite::Database& connection) {
    std::map<std::string, double> seconds;
    SQLite::Statement query(
        connection,
        "SELECT cell, seconds FROM cells WHERE sequence IN"
        " (SELECT max(sequence) FROM cells WHERE class = 'run' GROUP BY cell)");
    while (query.executeStep()) {
      seconds[query.getColumn(0).getString()] = query.getColumn(1).getDouble();
    }
    return seconds;
  });
}

util::Result<std::optional<std::string>> History::latest_report() {
  return database_->read(
      [](SQLite::Database& connection) -> std::optional<std::string> {
        SQLite::Statement query(
            connection,
            "SELECT report FROM runs WHERE completed IS NOT NULL"
            " ORDER BY completed DESC, rowid DESC LIMIT 1");
        if (!query.executeStep()) {
          return std::nullopt;
        }
        return query.getColumn(0).getString();
      });
}

}  // namespace heed::record
