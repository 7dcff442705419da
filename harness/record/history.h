#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/core/run_record.h"
#include "harness/util/error.h"
#include "harness/util/json.h"

namespace SQLite {
class Database;
}

namespace heed::record {

/// What a run is, when it begins.
struct RunStart {
  std::string id;       ///< "20270114T090311Z-7f3c19"
  std::string plan;     ///< digest
  std::string started;  ///< RFC 3339
};

/// Runs and their cells in `heed-out/state.db`: SQLite in WAL mode, one
/// transaction for each cell, so that an interruption at any moment loses at
/// most the cells that were in flight. Its tables are record/migrations/*.sql,
/// applied in order when it is opened. Several processes may hold one file; a
/// busy one is waited for. Thread safe.
///
/// The rejected alternative was a file for each cell: finding the last result
/// of a fingerprint would read them all.
class History {
 public:
  /// PATH is a file (made if absent) or ":memory:". Errors: not writable, a
  /// full disk, no database, or one of a newer heed.
  [[nodiscard]] static util::Result<History> open(
      const std::filesystem::path& path);

  History(History&&) noexcept;
  History& operator=(History&&) noexcept;
  ~History();

  [[nodiscard]] util::Result<void> begin_run(const RunStart& run);

  /// Stores one cell of a run. Errors: a full disk, an unknown run.
  [[nodiscard]] util::Result<void> append(const std::string& run,
                                          const core::CellResult& result);
  /// The same, for a caller that has the JSON of RESULT already.
  [[nodiscard]] util::Result<void> append(const std::string& run,
                                          const core::CellResult& result,
                                          const util::Json& json);

  /// Stores the report of a run that has ended.
  [[nodiscard]] util::Result<void> finish_run(const std::string& run,
                                              const std::string& report,
                                              int exit_code);

  /// The last result of CELL with that fingerprint that passed: what failed, or
  /// came to no verdict, is always tried again.
  [[nodiscard]] util::Result<std::optional<core::CellResult>> stored(
      const std::string& cell, const std::string& fingerprint) const;

  /// The cells of a run, in the order of their ids.
  [[nodiscard]] util::Result<std::vector<core::CellResult>> cells_of(
      const std::string& run) const;

  /// The report of the last run that ended; nullopt when none did.
  [[nodiscard]] util::Result<std::optional<std::string>> latest_report() const;

  /// By cell id: how it last ended, and how long it last took.
  [[nodiscard]] util::Result<std::map<std::string, core::CellStatus>>
  last_status() const;
  [[nodiscard]] util::Result<std::map<std::string, double>> last_seconds()
      const;

 private:
  struct State;
  explicit History(std::unique_ptr<State> state);
  /// As it stands in the database, which only one reads at a time.
  [[nodiscard]] std::optional<std::string> packed_result(
      const std::string& cell, const std::string& fingerprint) const;

  std::unique_ptr<State> state_;
};

}  // namespace heed::record
