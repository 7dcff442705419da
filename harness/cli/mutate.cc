// heed mutate: proves that green means something.
#include "harness/pipeline/mutate.h"

#include <iostream>

#include "harness/cli/commands.h"
#include "harness/cli/session.h"
#include "harness/report/text.h"
#include "harness/util/format.h"
#include "harness/util/json.h"

namespace heed::cli {
namespace {

std::string_view name_of(pipeline::FaultResult result) {
  return pipeline::kFaultResultNames.at(static_cast<std::size_t>(result));
}

std::string trial_text(const pipeline::FaultTrial& trial) {
  std::string out = util::format(
      "{:<14} {}  {} ({} reused)  {:.1f}s\n", name_of(trial.outcome.result),
      report::one_line(trial.fault.name), report::counted(trial.cells, "cell"),
      trial.reused, trial.seconds);
  for (const std::string& complaint : trial.outcome.complaints) {
    out += "        " + report::one_line(complaint) + "\n";
  }
  return out;
}

util::Json mutation_json(const pipeline::Mutation& mutation) {
  util::Json trials = util::Json::array();
  for (const pipeline::FaultTrial& trial : mutation.trials) {
    trials.push_back({{"fault", trial.fault.name},
                      {"result", name_of(trial.outcome.result)},
                      {"complaints", trial.outcome.complaints},
                      {"cells", trial.cells},
                      {"reused", trial.reused},
                      {"seconds", trial.seconds}});
  }
  util::Json json = util::Json::object();
  json["clean"] = mutation.clean.empty();
  json["faults"] = std::move(trials);
  json["exit"] = static_cast<int>(mutation.code);
  return json;
}

}  // namespace

int cmd_mutate(const Request& request) {
  const Session session(request.options);
  const bool is_json = request.options.json;
  const auto mutation =
      pipeline::mutate(request.options, request.arguments, session.services(),
                       [is_json](const pipeline::FaultTrial& trial) {
                         if (!is_json) {
                           std::cout << trial_text(trial) << std::flush;
                         }
                       });
  if (!mutation) {
    return print_failure(mutation.error());
  }
  if (is_json) {
    std::cout << util::to_text(mutation_json(*mutation)) << '\n';
    return static_cast<int>(mutation->code);
  }
  for (const core::Finding& finding : mutation->clean) {
    std::cout << util::format("the clean tree is not clean: {} {} {}\n",
                              core::row_of(finding.kind).name,
                              report::one_line(finding.module),
                              report::one_line(finding.setting));
  }
  std::cout << util::format("{}    exit {}\n",
                            report::counted(mutation->trials.size(), "fault"),
                            static_cast<int>(mutation->code));
  return static_cast<int>(mutation->code);
}

}  // namespace heed::cli
