#include "harness/plan/plan.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "harness/util/assert.h"
#include "harness/util/format.h"
#include "harness/util/hash.h"

namespace heed::plan {
namespace {

/// Where a cell belongs: lower comes first, then more seconds.
struct Place {
  int group = 0;
  double seconds = 0;
  std::string why;
};

Place place_of(const core::Cell& cell, const Hints& hints) {
  const auto status = hints.last_status.find(cell.id);
  const auto seconds = hints.seconds.find(cell.id);
  Place place;
  place.seconds = seconds == hints.seconds.end() ? 0 : seconds->second;
  if (status == hints.last_status.end()) {
    place.group = 1;
    place.why = "never run";
    return place;
  }
  switch (status->second) {
    case core::CellStatus::failed:
    case core::CellStatus::build_failed:
      place.group = 0;
      place.why = "failed last time";
      break;
    case core::CellStatus::none:
      place.group = 1;
      place.why = "no verdict last time";
      break;
    case core::CellStatus::passed:
      place.group = 2;
      place.why = util::format("passed last time in {:.1f}s", place.seconds);
      break;
  }
  return place;
}

std::vector<core::PlannedCell> ordered(const std::vector<core::Cell>& cells,
                                       const Hints& hints) {
  std::vector<std::pair<Place, const core::Cell*>> places;
  places.reserve(cells.size());
  for (const core::Cell& cell : cells) {
    places.emplace_back(place_of(cell, hints), &cell);
  }
  std::stable_sort(places.begin(), places.end(),
                   [](const auto& a, const auto& b) {
                     return std::tuple(a.first.group, -a.first.seconds) <
                            std::tuple(b.first.group, -b.first.seconds);
                   });
  std::vector<core::PlannedCell> planned;
  planned.reserve(places.size());
  for (auto& [place, cell] : places) {
    planned.push_back({*cell, {std::move(place.why)}});
  }
  return planned;
}

}  // namespace

core::Plan make_plan(const core::Expansion& expansion, const Hints& hints) {
  core::Plan plan;
  plan.settings = expansion.axes.size();
  plan.strategy = expansion.strategy;
  plan.seed = expansion.seed;
  plan.cells = ordered(expansion.cells, hints);
  plan.builds = builds_of(plan.cells);
  plan.left_out = expansion.left_out;
  plan.counts.product = expansion.product;
  plan.counts.run = expansion.cells.size();
  plan.counts.excluded = expansion.excluded;
  plan.counts.sampled_out = expansion.sampled_out;
  plan.digest = plan_digest(plan);
  ASSERT(plan.counts.adds_up());
  return plan;
}

std::vector<core::BuildSpec> builds_of(
    const std::vector<core::PlannedCell>& cells) {
  std::map<std::string, core::BuildSpec> builds;
  for (const core::PlannedCell& planned : cells) {
    builds.emplace(planned.cell.build.id, planned.cell.build);
  }
  std::vector<core::BuildSpec> sorted;
  sorted.reserve(builds.size());
  for (auto& [id, build] : builds) {
    sorted.push_back(std::move(build));
  }
  return sorted;
}

std::string plan_digest(const core::Plan& plan) {
  std::vector<std::string> lines;
  for (const core::PlannedCell& planned : plan.cells) {
    lines.push_back("cell " + planned.cell.id + " " + planned.cell.build.id);
  }
  std::sort(lines.begin(), lines.end());
  std::string text =
      util::format("strategy {}\nseed {}\n", plan.strategy, plan.seed);
  for (const std::string& line : lines) {
    text += line + '\n';
  }
  return util::sha256_hex(text);
}

}  // namespace heed::plan
