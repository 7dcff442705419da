#include "harness/pipeline/stored_record.h"

#include <map>

#include "harness/record/history.h"
#include "harness/report/json.h"
#include "harness/util/try.h"

namespace heed::pipeline {
namespace {

using core::CellResult;
using core::ExitCode;
using core::RunRecord;
using util::Result;

Attempt<record::History> open_existing(const std::filesystem::path& out) {
  if (!std::filesystem::exists(out / "state.db")) {
    return failed(ExitCode::nothing_ran, {.what = "there is no finished run",
                                          .which = "in " + out.string(),
                                          .why = "nothing ran there yet",
                                          .where = "`heed run` starts one"});
  }
  Result<record::History> history = record::History::open(out / "state.db");
  if (!history) {
    return failed(ExitCode::inconclusive, history.error());
  }
  return *std::move(history);
}

/// Gives each cell of RECORD what it observed; what RECORD says of the cell
/// later than history (neighbours, class) stays.
void add_details(RunRecord& record, std::vector<CellResult> stored) {
  std::map<std::string, CellResult> by_id;
  for (CellResult& result : stored) {
    std::string id = result.cell.id;
    by_id.emplace(std::move(id), std::move(result));
  }
  for (CellResult& result : record.cells) {
    const auto found = by_id.find(result.cell.id);
    if (found != by_id.end()) {
      result.observations = std::move(found->second.observations);
    }
  }
}

}  // namespace

Attempt<RunRecord> stored_record(const std::filesystem::path& out) {
  TRY_ASSIGN(const record::History history, open_existing(out));
  const Result<std::optional<std::string>> text = history.latest_report();
  if (!text) {
    return failed(ExitCode::inconclusive, text.error());
  }
  if (!*text) {
    return failed(ExitCode::nothing_ran, {.what = "there is no finished run",
                                          .which = "in " + out.string(),
                                          .why = "none has ended there",
                                          .where = "`heed run` starts one"});
  }
  const Result<util::Json> json = util::parse_json(**text, "stored report");
  if (!json) {
    return failed(ExitCode::inconclusive, json.error());
  }
  Result<RunRecord> record = report::run_record_from_report(*json);
  if (!record) {
    return failed(ExitCode::inconclusive, record.error());
  }
  Result<std::vector<CellResult>> stored = history.cells_of(record->id);
  if (!stored) {
    return failed(ExitCode::inconclusive, stored.error());
  }
  add_details(*record, *std::move(stored));
  return *std::move(record);
}

void drop_details(RunRecord& record) {
  for (CellResult& result : record.cells) {
    result.observations = {};
  }
}

}  // namespace heed::pipeline
