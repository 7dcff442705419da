#include "harness/record/history.h"

#include <algorithm>
#include <mutex>

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include "harness/record/migrations.h"
#include "harness/util/format.h"
#include "harness/util/json.h"
#include "harness/util/packed.h"

namespace heed::record {
namespace {

using core::CellResult;
using util::Error;
using util::Result;

constexpr int kBusyMilliseconds = 30000;

/// -1: what was stored does not fit its format.
bool is_damaged(int code) {
  return code == SQLITE_NOTADB || code == SQLITE_CORRUPT || code == -1;
}

/// Runs WORK and turns what SQLite throws into an Error: exceptions do not
/// leave this folder.
template <typename Work>
auto guarded(std::string_view what, const std::string& which, Work&& work)
    -> Result<decltype(work())> {
  try {
    if constexpr (std::is_void_v<decltype(work())>) {
      work();
      return {};
    } else {
      return work();
    }
  } catch (const SQLite::Exception& e) {
    return tl::unexpected(
        Error{.what = std::string(what),
              .which = which,
              .why = e.getErrorStr() == std::string(e.what())
                         ? e.what()
                         : util::format("{} ({})", e.what(), e.getErrorStr()),
              .where = is_damaged(e.getErrorCode())
                           ? "it is damaged: move state.db away"
                           : "is the disk full or the folder not writable? "
                             "another folder: --out DIR"});
  }
}

void migrate(SQLite::Database& database) {
  const auto all = migrations();
  SQLite::Transaction transaction(database,
                                  SQLite::TransactionBehavior::IMMEDIATE);
  const int version = database.execAndGet("PRAGMA user_version").getInt();
  if (version > static_cast<int>(all.size())) {
    throw SQLite::Exception(util::format(
        "it has version {}, this heed reads up to {}", version, all.size()));
  }
  for (std::size_t i = static_cast<std::size_t>(version); i < all.size(); ++i) {
    database.exec(std::string(all[i]));
  }
  database.exec(util::format("PRAGMA user_version = {}", all.size()));
  transaction.commit();
}

core::CellStatus status_named(const std::string& name) {
  const auto& names = core::kCellStatusNames;
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end()
             ? core::CellStatus::none
             : static_cast<core::CellStatus>(found - names.begin());
}

CellResult parsed(const std::string& packed, const std::string& which) {
  const Result<std::string> text = util::unpack(packed);
  const Result<util::Json> json =
      text ? util::parse_own_json(*text, which)
           : Result<util::Json>(tl::unexpected(text.error()));
  if (json) {
    Result<CellResult> result = core::cell_result_from_json(*json);
    if (result) {
      return *std::move(result);
    }
  }
  throw SQLite::Exception("the stored result of " + which + " is damaged");
}

}  // namespace

struct History::State {
  State(const std::string& file)
      : path(file),
        database(file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE,
                 kBusyMilliseconds) {}

  std::string path;
  std::mutex mutex;  ///< guards database
  SQLite::Database database;
};

History::History(std::unique_ptr<State> state) : state_(std::move(state)) {}
History::History(History&&) noexcept = default;
History& History::operator=(History&&) noexcept = default;
History::~History() = default;

Result<History> History::open(const std::filesystem::path& path) {
  return guarded("cannot open history", path.string(), [&] {
    auto state = std::make_unique<State>(path.string());
    state->database.exec("PRAGMA journal_mode = WAL");
    state->database.exec("PRAGMA synchronous = NORMAL");
    migrate(state->database);
    return History(std::move(state));
  });
}

Result<void> History::begin_run(const RunStart& run) {
  const std::scoped_lock lock(state_->mutex);
  return guarded("cannot store run", run.id, [&] {
    SQLite::Statement insert(
        state_->database,
        "INSERT OR REPLACE INTO runs (id, plan, started) VALUES (?, ?, ?)");
    insert.bind(1, run.id);
    insert.bind(2, run.plan);
    insert.bind(3, run.started);
    insert.exec();
  });
}

Result<void> History::append(const std::string& run, const CellResult& result) {
  return append(run, result, core::to_json(result));
}

Result<void> History::append(const std::string& run, const CellResult& result,
                             const util::Json& json) {
  const std::string packed = util::pack(util::to_text(json, -1));
  const std::scoped_lock lock(state_->mutex);
  return guarded("cannot store cell", result.cell.id, [&] {
    SQLite::Transaction transaction(state_->database,
                                    SQLite::TransactionBehavior::IMMEDIATE);
    SQLite::Statement insert(
        state_->database,
        "INSERT OR REPLACE INTO cells (run, cell, fingerprint, class, status, "
        "seconds, result) VALUES (?, ?, ?, ?, ?, ?, ?)");
    insert.bind(1, run);
    insert.bind(2, result.cell.id);
    insert.bind(3, result.fingerprint);
    insert.bind(
        4, std::string(
               core::kCellClassNames[static_cast<std::size_t>(result.cls)]));
    insert.bind(
        5,
        std::string(
            core::kCellStatusNames[static_cast<std::size_t>(result.status)]));
    insert.bind(6, result.run_seconds);
    insert.bind(7, packed.data(), static_cast<int>(packed.size()));
    insert.exec();
    transaction.commit();
  });
}

Result<void> History::finish_run(const std::string& run,
                                 const std::string& report, int exit_code) {
  const std::scoped_lock lock(state_->mutex);
  return guarded("cannot store run", run, [&] {
    SQLite::Statement update(
        state_->database,
        "UPDATE runs SET report = ?, exit_code = ? WHERE id = ?");
    update.bind(1, report);
    update.bind(2, exit_code);
    update.bind(3, run);
    update.exec();
  });
}

Result<std::optional<CellResult>> History::stored(
    const std::string& cell, const std::string& fingerprint) const {
  return guarded("cannot read cell", cell, [&]() -> std::optional<CellResult> {
    const std::optional<std::string> packed = packed_result(cell, fingerprint);
    return packed ? std::optional(parsed(*packed, cell)) : std::nullopt;
  });
}

std::optional<std::string> History::packed_result(
    const std::string& cell, const std::string& fingerprint) const {
  const std::scoped_lock lock(state_->mutex);
  SQLite::Statement query(
      state_->database,
      "SELECT result FROM cells WHERE cell = ? AND fingerprint = ? AND "
      "status = 'passed' ORDER BY rowid DESC LIMIT 1");
  query.bind(1, cell);
  query.bind(2, fingerprint);
  if (!query.executeStep()) {
    return std::nullopt;
  }
  return query.getColumn(0).getString();
}

Result<std::vector<CellResult>> History::cells_of(
    const std::string& run) const {
  const std::scoped_lock lock(state_->mutex);
  return guarded("cannot read run", run, [&] {
    SQLite::Statement query(
        state_->database,
        "SELECT cell, result FROM cells WHERE run = ? ORDER BY cell");
    query.bind(1, run);
    std::vector<CellResult> results;
    while (query.executeStep()) {
      results.push_back(parsed(query.getColumn(1).getString(),
                               query.getColumn(0).getString()));
    }
    return results;
  });
}

Result<std::optional<std::string>> History::latest_report() const {
  const std::scoped_lock lock(state_->mutex);
  return guarded("cannot read history", state_->path,
                 [&]() -> std::optional<std::string> {
                   SQLite::Statement query(
                       state_->database,
                       "SELECT report FROM runs WHERE report IS NOT NULL ORDER "
                       "BY rowid DESC LIMIT 1");
                   if (!query.executeStep()) {
                     return std::nullopt;
                   }
                   return query.getColumn(0).getString();
                 });
}

Result<std::map<std::string, core::CellStatus>> History::last_status() const {
  const std::scoped_lock lock(state_->mutex);
  return guarded("cannot read history", state_->path, [&] {
    SQLite::Statement query(state_->database,
                            "SELECT cell, status FROM cells ORDER BY rowid");
    std::map<std::string, core::CellStatus> status;
    while (query.executeStep()) {
      status[query.getColumn(0).getString()] =
          status_named(query.getColumn(1).getString());
    }
    return status;
  });
}

Result<std::map<std::string, double>> History::last_seconds() const {
  const std::scoped_lock lock(state_->mutex);
  return guarded("cannot read history", state_->path, [&] {
    SQLite::Statement query(state_->database,
                            "SELECT cell, seconds FROM cells ORDER BY rowid");
    std::map<std::string, double> seconds;
    while (query.executeStep()) {
      seconds[query.getColumn(0).getString()] = query.getColumn(1).getDouble();
    }
    return seconds;
  });
}

}  // namespace heed::record
