#include "harness/pipeline/pipeline.h"

#include "harness/judge/judge.h"
#include "harness/pipeline/cells.h"
#include "harness/pipeline/closing.h"
#include "harness/pipeline/prepare.h"
#include "harness/pipeline/project_loader.h"
#include "harness/pipeline/reports.h"
#include "harness/pipeline/stored_record.h"
#include "harness/util/try.h"

namespace heed::pipeline {

Attempt<core::RunRecord> run(const Options& options, const Services& services) {
  TRY_ASSIGN(const core::Project project, load_project(options));
  TRY_ASSIGN(const std::unique_ptr<core::Target> target,
             open_target(options, project, services));
  TRY_ASSIGN(const Prepared prepared, prepare(options, project, *target));
  TRY_ASSIGN(record::History history, open_history(prepared.out));

  TRY_ASSIGN(const core::Plan plan, make_plan(prepared, history));
  services.progress.planned(plan);
  // Beyond this point the set of cells is fixed.

  TRY_ASSIGN(core::RunRecord record,
             open_record(prepared, plan, services, history));
  const CellWork work{.options = options,
                      .services = services,
                      .prepared = prepared,
                      .plan = plan,
                      .run_id = record.id,
                      .target = *target,
                      .history = history};
  TRY_ASSIGN(record.builds, build_all(work));
  // Beyond this point nothing touches the artifacts.

  TRY_ASSIGN(record.cells, run_cells(work, record.builds));
  judge::judge_neighbours(project, record.cells);
  record.findings = judge::attribute(project, record.builds, record.cells);
  drop_details(record);
  close_record(options, services, record);
  // Beyond this point the record is closed.

  write_reports(options, prepared.out, services, record);
  if (const Attempt<void> stored = store_record(history, record); !stored) {
    return tl::unexpected(stored.error());
  }
  return record;
}

}  // namespace heed::pipeline
