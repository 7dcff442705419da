#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "harness/core/run_record.h"
#include "harness/record/migrations.h"
#include "harness/util/error.h"

namespace heed::record {

/// What is known of a run when it begins.
struct RunStart {
  std::string id;  ///< "20270114T090311Z-7f3c19"
  std::string project;
  std::string version;  ///< of heed
  std::string plan;     ///< digest
  std::string strategy;
  std::uint64_t seed = 1;
  std::string started;  ///< RFC 3339
};

/// All runs of a project: an SQLite database in WAL mode. Each call is one
/// transaction, so a run that is killed keeps every cell appended before.
/// Several processes may write at a time; a writer waits for the other.
/// Thread safe. Errors of every call: the file cannot be read or written
/// (`which` is its path, `why` SQLite's word).
class History {
 public:
  /// Opens or makes the database at PATH, ":memory:" for tests, and brings an
  /// older one up to date. Errors also: it is of a newer heed, or no database.
  [[nodiscard]] static util::Result<History> open(
      const std::filesystem::path& path,
      std::span<const Migration> steps = migrations());

  ~History();
  History(History&&) noexcept;
  History& operator=(History&&) noexcept;

  [[nodiscard]] util::Result<void> begin_run(const RunStart& start);

  /// A cell of RUN that is appended again replaces its earlier result.
  /// REQUIRES: RUN has begun.
  [[nodiscard]] util::Result<void> append(const std::string& run,
                                          const core::CellResult& result);

  [[nodiscard]] util::Result<void> finish_run(const std::string& run,
                                              const std::string& completed,
                                              const std::string& report,
                                              core::ExitCode exit_code);

  /// The newest result of CELL with this FINGERPRINT that reached a verdict by
  /// running; nothing for an empty fingerprint or a result that this version
  /// cannot read.
  [[nodiscard]] util::Result<std::optional<core::CellResult>> stored(
      const std::string& cell, const std::string& fingerprint);

  /// The results of RUN, in the order in which they came.
  [[nodiscard]] util::Result<std::vector<core::CellResult>> cells_of(
      const std::string& run);

  /// By cell id the newest status: "passed", "failed", "build-failed" or
  /// "inconclusive".
  [[nodiscard]] util::Result<std::map<std::string, std::string>> last_status();

  /// By cell id the time that it took when it last ran.
  [[nodiscard]] util::Result<std::map<std::string, double>> last_seconds();

  /// The report of the newest finished run.
  [[nodiscard]] util::Result<std::optional<std::string>> latest_report();

 private:
  class Database;
  explicit History(std::unique_ptr<Database> database);

  std::unique_ptr<Database> database_;
};

}  // namespace heed::record
