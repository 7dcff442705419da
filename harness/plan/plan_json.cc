#include "harness/plan/plan_json.h"

#include <charconv>
#include <optional>
#include <utility>

#include "harness/core/cell_fields.h"
#include "harness/plan/plan.h"
#include "harness/util/format.h"

namespace heed::plan {
namespace {

using core::Like;

/// A cell without the declarations that all cells share.
struct StoredCell {
  std::string id;
  std::string name;
  std::string short_text;
  core::Values values;
  std::string build;
  std::string preset;
  core::Values build_values;
  core::Boot boot;
};

struct StoredPlannedCell {
  StoredCell cell;
  std::string explanation;
};

struct StoredLeftOutCell {
  StoredCell cell;
  std::string cls;
  std::string reason;
};

struct StoredCounts {
  std::string product;
  std::uint64_t run = 0;
  std::uint64_t reused = 0;
  std::string excluded;
  std::string sampled_out;
  std::uint64_t other_shards = 0;
  std::uint64_t inconclusive = 0;
};

/// plan.json, key by key.
struct StoredPlan {
  std::string schema;
  std::string digest;
  std::uint64_t settings = 0;
  std::string strategy;
  std::uint64_t seed = 1;
  StoredCounts counts;
  std::vector<core::Setting> build_settings;
  std::vector<StoredPlannedCell> cells;
  std::vector<StoredLeftOutCell> left_out;
};

void fields(auto& archive, Like<StoredCell> auto& cell) {
  archive("id", cell.id);
  archive("name", cell.name);
  archive("short_text", cell.short_text);
  archive("values", cell.values);
  archive("build", cell.build);
  archive("preset", cell.preset);
  archive("build_values", cell.build_values);
  archive("boot", cell.boot);
}

void fields(auto& archive, Like<StoredPlannedCell> auto& planned) {
  archive("cell", planned.cell);
  archive("explanation", planned.explanation);
}

void fields(auto& archive, Like<StoredLeftOutCell> auto& row) {
  archive("cell", row.cell);
  archive("class", row.cls);
  archive("reason", row.reason);
}

void fields(auto& archive, Like<StoredCounts> auto& counts) {
  archive("product", counts.product);
  archive("run", counts.run);
  archive("reused", counts.reused);
  archive("excluded", counts.excluded);
  archive("sampled_out", counts.sampled_out);
  archive("other_shards", counts.other_shards);
  archive("inconclusive", counts.inconclusive);
}

void fields(auto& archive, Like<StoredPlan> auto& plan) {
  archive("schema", plan.schema);
  archive("digest", plan.digest);
  archive("settings", plan.settings);
  archive("strategy", plan.strategy);
  archive("seed", plan.seed);
  archive("counts", plan.counts);
  archive("build_settings", plan.build_settings);
  archive("cells", plan.cells);
  archive("left_out", plan.left_out);
}

constexpr const char* kSchema = "heed-plan-1";

StoredCell stored(const core::Cell& cell) {
  return {cell.id,       cell.name,         cell.short_text,   cell.values,
          cell.build.id, cell.build.preset, cell.build.values, cell.boot};
}

core::Cell restored(StoredCell cell,
                    const std::vector<core::Setting>& settings) {
  core::Cell made;
  made.id = std::move(cell.id);
  made.name = std::move(cell.name);
  made.short_text = std::move(cell.short_text);
  made.values = std::move(cell.values);
  made.build = {std::move(cell.build), std::move(cell.preset),
                std::move(cell.build_values), settings};
  made.boot = std::move(cell.boot);
  return made;
}

StoredCounts stored(const core::Counts& counts) {
  return {std::to_string(counts.product),
          counts.run,
          counts.reused,
          std::to_string(counts.excluded),
          std::to_string(counts.sampled_out),
          counts.other_shards,
          counts.inconclusive};
}

util::Error unusable(std::string why) {
  return {"cannot read", "plan", std::move(why), ""};
}

std::optional<std::uint64_t> number(const std::string& digits) {
  std::uint64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [rest, code] = std::from_chars(digits.data(), end, value);
  return code == std::errc() && rest == end ? std::optional(value)
                                            : std::nullopt;
}

util::Result<core::Counts> restored(const StoredCounts& stored_counts) {
  core::Counts counts;
  counts.run = stored_counts.run;
  counts.reused = stored_counts.reused;
  counts.other_shards = stored_counts.other_shards;
  counts.inconclusive = stored_counts.inconclusive;
  const auto product = number(stored_counts.product);
  const auto excluded = number(stored_counts.excluded);
  const auto sampled_out = number(stored_counts.sampled_out);
  if (!product || !excluded || !sampled_out) {
    return tl::unexpected(unusable("expected digits in /counts"));
  }
  counts.product = *product;
  counts.excluded = *excluded;
  counts.sampled_out = *sampled_out;
  if (!counts.adds_up()) {
    return tl::unexpected(unusable("the counts do not add up"));
  }
  return counts;
}

}  // namespace

util::Json to_json(const core::Plan& plan) {
  StoredPlan stored_plan;
  stored_plan.schema = kSchema;
  stored_plan.digest = plan.digest;
  stored_plan.settings = plan.settings;
  stored_plan.strategy = plan.strategy;
  stored_plan.seed = plan.seed;
  stored_plan.counts = stored(plan.counts);
  for (const core::PlannedCell& planned : plan.cells) {
    stored_plan.build_settings = planned.cell.build.settings;
    stored_plan.cells.push_back(
        {stored(planned.cell), planned.explanation.why});
  }
  for (const core::LeftOutCell& row : plan.left_out) {
    stored_plan.build_settings = row.cell.build.settings;
    stored_plan.left_out.push_back({stored(row.cell), row.cls, row.reason});
  }
  return core::to_archive(stored_plan);
}

util::Result<core::Plan> plan_from_json(const util::Json& json) {
  auto stored_plan = core::from_archive<StoredPlan>(json, "plan");
  if (!stored_plan) {
    return tl::unexpected(std::move(stored_plan).error());
  }
  if (stored_plan->schema != kSchema) {
    return tl::unexpected(unusable(util::format(
        "expected {} at /schema, not {}", kSchema, stored_plan->schema)));
  }
  const auto counts = restored(stored_plan->counts);
  if (!counts) {
    return tl::unexpected(counts.error());
  }
  core::Plan plan;
  plan.digest = stored_plan->digest;
  plan.settings = stored_plan->settings;
  plan.strategy = stored_plan->strategy;
  plan.seed = stored_plan->seed;
  plan.counts = *counts;
  for (StoredPlannedCell& planned : stored_plan->cells) {
    plan.cells.push_back(
        {restored(std::move(planned.cell), stored_plan->build_settings),
         {std::move(planned.explanation)}});
  }
  for (StoredLeftOutCell& row : stored_plan->left_out) {
    plan.left_out.push_back(
        {restored(std::move(row.cell), stored_plan->build_settings),
         std::move(row.cls), std::move(row.reason)});
  }
  plan.builds = builds_of(plan.cells);
  if (plan_digest(plan) != plan.digest) {
    return tl::unexpected(unusable("the digest is not that of its cells"));
  }
  return plan;
}

}  // namespace heed::plan
