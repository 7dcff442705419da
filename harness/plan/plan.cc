#include "harness/plan/plan.h"

#include <algorithm>

#include "harness/util/hash.h"

namespace heed::plan {
namespace {

using core::Cell;
using core::PlannedCell;

/// Why a cell is where it is, in the order of urgency.
enum class Urgency { failed, never_run, known };

constexpr std::array<std::string_view, 3> kWhy = {
    "failed last time", "never run", "passed last time, slowest first"};

struct Ranked {
  Urgency urgency = Urgency::known;
  double seconds = 0;
  const Cell* cell = nullptr;
};

Ranked rank(const Cell& cell, const Hints& hints) {
  Ranked ranked{.cell = &cell};
  const auto status = hints.last_status.find(cell.id);
  if (status == hints.last_status.end()) {
    ranked.urgency = Urgency::never_run;
    return ranked;
  }
  if (status->second != "passed") {
    ranked.urgency = Urgency::failed;
  }
  const auto seconds = hints.last_seconds.find(cell.id);
  if (seconds != hints.last_seconds.end()) {
    ranked.seconds = seconds->second;
  }
  return ranked;
}

std::string digest_of(const core::Expansion& expansion) {
  std::string text = "strategy " + expansion.strategy + "\nseed " +
                     std::to_string(expansion.seed) + "\n";
  for (const Cell& cell : expansion.cells) {
    text += cell.id + " " + cell.build.preset + "\n";
  }
  return util::sha256_hex(text);
}

std::vector<core::BuildSpec> builds_of(const core::Expansion& expansion) {
  std::vector<core::BuildSpec> builds;
  for (const Cell& cell : expansion.cells) {
    builds.push_back(cell.build);
  }
  std::sort(builds.begin(), builds.end(),
            [](const auto& a, const auto& b) { return a.id < b.id; });
  builds.erase(std::unique(builds.begin(), builds.end(),
                           [](const auto& a, const auto& b) {
                             return a.id == b.id;
                           }),
               builds.end());
  return builds;
}

}  // namespace

core::Plan make_plan(const core::Expansion& expansion, const Hints& hints) {
  std::vector<Ranked> ranked;
  for (const Cell& cell : expansion.cells) {
    ranked.push_back(rank(cell, hints));
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const Ranked& a, const Ranked& b) {
                     return a.urgency != b.urgency ? a.urgency < b.urgency
                                                   : a.seconds > b.seconds;
                   });
  core::Plan plan{.digest = digest_of(expansion),
                  .settings = expansion.axes.size(),
                  .strategy = expansion.strategy,
                  .seed = expansion.seed,
                  .builds = builds_of(expansion),
                  .left_out = expansion.left_out};
  for (const Ranked& row : ranked) {
    plan.cells.push_back(
        {.cell = *row.cell,
         .explanation = {std::string(
             kWhy[static_cast<std::size_t>(row.urgency)])}});
  }
  plan.counts.product = expansion.product;
  plan.counts.run = plan.cells.size();
  plan.counts.excluded = expansion.excluded;
  plan.counts.sampled_out = expansion.sampled_out;
  return plan;
}

}  // namespace heed::plan
