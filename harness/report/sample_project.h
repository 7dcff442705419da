#pragma once

// The project of core/sample_run.h, for the tests of what explains it.

#include "harness/core/project.h"
#include "harness/core/sample_run.h"

namespace heed::report {

inline core::Rule sample_rule(const char* when, core::Decision decision,
                              int line) {
  core::Rule rule;
  rule.when = core::Condition::parse(when).value();
  rule.decision = std::move(decision);
  rule.line = line;
  return rule;
}

inline core::Project sample_project() {
  using core::Outcome;
  core::Project project;
  project.file = "/p/heed.json";
  project.name = "heed";
  project.settings = core::sample::settings();
  project.modules = {{.name = core::sample::kModule, .folder = "kdf"}};
  core::Effect effect;
  effect.id = "skip-does-no-work";
  effect.when = core::Condition::parse("@decision=skip").value();
  effect.file = "kdf/expectations.json";
  effect.line = 6;
  project.modules[0].effects = {effect};
  project.excludes = {{.id = "no-lto-asan", .why = "the linker gives up"}};
  project.rules = {
      sample_rule("DISABLE_TESTS=ON", {Outcome::skip, "compiled-out"}, 30),
      sample_rule("self.notests=0", {Outcome::run, "module-runtime"}, 31),
      sample_rule("self.notests=1", {Outcome::skip, "module-runtime"}, 32),
      sample_rule("notests=1", {Outcome::skip, "global-runtime"}, 33),
      sample_rule("true", {Outcome::run, "default"}, 34)};
  return project;
}

inline std::vector<core::Cell> sample_cells() {
  std::vector<core::Cell> cells;
  for (const core::CellResult& result : core::sample::conforming().cells) {
    cells.push_back(result.cell);
  }
  return cells;
}

inline core::Plan sample_plan() {
  core::Plan plan;
  plan.digest = core::sample::conforming().plan;
  plan.settings = 3;
  plan.strategy = "full";
  plan.counts = {.product = 12, .run = 12};
  for (const core::Cell& cell : sample_cells()) {
    plan.cells.push_back({cell, {"never run"}});
    if (plan.builds.empty() || plan.builds.back().id != cell.build.id) {
      plan.builds.push_back(cell.build);
      plan.builds.back().settings = {core::sample::settings()[0]};
    }
  }
  return plan;
}

}  // namespace heed::report
