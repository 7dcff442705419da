#include "harness/report/plan_json.h"

#include "harness/report/record_fields.h"

namespace heed::report {
namespace {

Json planned_json(const core::PlannedCell& planned) {
  Json json = encode(planned.cell);
  json["why"] = encode(planned.explanation.why);
  return json;
}

}  // namespace

util::Json plan_json(const core::Plan& plan) {
  Json json = Json::object();
  json["schema"] = "heed-plan-1";
  json["plan"] = plan.digest;
  json["strategy"] = encode(plan.strategy);
  json["seed"] = plan.seed;
  json["settings"] = plan.settings;
  json["counts"] = encode(plan.counts);
  json["builds"] = encode(plan.builds);
  json["cells"] = Json::array();
  for (const core::PlannedCell& planned : plan.cells) {
    json["cells"].push_back(planned_json(planned));
  }
  json["left_out"] = encode(plan.left_out);
  return json;
}

}  // namespace heed::report
