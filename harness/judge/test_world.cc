#include "harness/judge/test_world.h"

#include <algorithm>
#include <utility>

#include "harness/judge/judge.h"
#include "harness/util/assert.h"
#include "harness/util/format.h"

namespace heed::judge {
namespace {

using core::Bound;
using core::Decision;
using core::Observation;
using core::Outcome;
using core::Setting;
using core::Stage;

const std::string kBoot = "boot.reference";
const std::string kCount = "instructions.reference";
const std::vector<std::string> kModules = {kSha, kHmac, kKdf};

core::Condition condition(const std::string& text) {
  auto parsed = core::Condition::parse(text);
  ASSERT(parsed.has_value());
  return *std::move(parsed);
}

Bound equal(double value) {
  Bound bound;
  bound.low = value;
  bound.text = util::format("{}", value);
  return bound;
}

Bound at_least(double value) {
  Bound bound = equal(value);
  bound.kind = Bound::Kind::at_least;
  bound.text = ">= " + bound.text;
  return bound;
}

core::Effect effect(const std::string& id, const std::string& when,
                    std::map<std::string, Bound> expect) {
  core::Effect made;
  made.id = id;
  made.when = condition(when);
  made.expect = std::move(expect);
  made.source = "test";
  return made;
}

std::vector<core::Effect> kdf_effects() {
  Bound free = equal(64);
  free.kind = Bound::Kind::at_most;
  free.relative_to = condition("@reason=compiled-out");
  free.text = "<= @reason=compiled-out + 64";
  return {effect("skip-does-no-work", "@decision=skip",
                 {{"selftest_vectors", equal(0)},
                  {"module_requests", equal(0)},
                  {"request_larvals_created", equal(0)},
                  {"larvals_created", equal(0)},
                  {"selftest_symbols", equal(0)}}),
          effect("run-executes", "@decision=run",
                 {{"selftest_vectors", at_least(1)}}),
          effect("skip-is-free", "@decision=skip & @reason!=compiled-out",
                 {{"init_instructions", free}})};
}

std::vector<core::Effect> larval_effects() {
  return {effect("skip-makes-no-larval", "@decision=skip",
                 {{"larvals_created", equal(0)}})};
}

std::vector<core::Effect> sha_effects() {
  auto effects = larval_effects();
  effects.push_back(effect("run-tests-once", "@decision=run",
                           {{"larvals_created", equal(2)}}));
  return effects;
}

Setting setting(const std::string& base, const std::string& module, Stage stage,
                std::vector<std::string> values) {
  Setting made;
  made.base = base;
  made.module = module;
  made.name = module.empty() ? base : module + "." + base;
  made.stage = stage;
  made.default_value = values.front();
  made.values = std::move(values);
  if (stage == Stage::build) {
    made.cmake = module.empty() ? base : module + "_" + base;
  } else {
    made.boot = made.name + "={value}";
  }
  return made;
}

core::Rule rule(const std::string& when, Outcome outcome,
                const std::string& reason, bool whole_boot = false) {
  core::Rule made;
  made.when = condition(when);
  made.decision = {outcome, reason};
  made.whole_boot = whole_boot;
  return made;
}

Observation fact(const std::string& suite, const std::string& subject,
                 const std::string& metric,
                 std::variant<double, std::string> value,
                 const std::string& scope = "") {
  Observation made;
  made.suite = suite;
  made.subject = subject;
  made.metric = metric;
  made.value = std::move(value);
  if (!scope.empty()) {
    made.labels["scope"] = scope;
  }
  return made;
}

bool is_compiled_out(const core::Values& values, const std::string& module) {
  const std::string& own = values.at(module + ".DISABLE_TESTS");
  return own == "ON" ||
         (own == "inherit" && values.at("DISABLE_TESTS") == "ON");
}

core::BuildResult make_build(const core::Cell& cell,
                             const core::Values& delivered) {
  core::BuildResult build;
  build.artifact.build = cell.build.id;
  build.artifact.built = true;
  auto& facts = build.observations;
  for (const auto& [name, value] : cell.build.values) {
    std::string variable = name;
    std::ranges::replace(variable, '.', '_');
    facts.push_back(fact("", "", "passed:" + variable, value));
    facts.push_back(fact("", "", "cached:" + variable, value));
  }
  for (const std::string& module : kModules) {
    const std::string text = is_compiled_out(delivered, module) ? "out" : "in";
    for (const char* kind :
         {"config-header", "compile-commands", "preprocessed", "objects"}) {
      facts.push_back(fact("", module, std::string("digest:") + kind, text));
    }
  }
  return build;
}

}  // namespace

core::Project make_project() {
  core::Project project;
  project.name = "test";
  for (const std::string& module : kModules) {
    project.modules.push_back({.name = module,
                               .folder = "x",
                               .effects = larval_effects(),
                               .same = {}});
  }
  project.modules[0].effects = sha_effects();
  project.modules[2].effects = kdf_effects();
  const auto declare = [&](const std::string& base, Stage stage,
                           const std::string& inherit,
                           const std::vector<std::string>& values) {
    project.settings.push_back(setting(base, "", stage, values));
    for (const std::string& module : kModules) {
      project.settings.push_back(setting(
          base, module, stage, {inherit, values.front(), values.back()}));
    }
  };
  declare("DISABLE_TESTS", Stage::build, "inherit", {"OFF", "ON"});
  declare("notests", Stage::boot, "unset", {"0", "1"});
  project.settings.push_back(setting("fips", "", Stage::boot, {"0", "1"}));
  const std::string out =
      "(self.DISABLE_TESTS=ON | self.DISABLE_TESTS=inherit & DISABLE_TESTS=ON)";
  project.rules = {
      rule("fips=1 & DISABLE_TESTS=ON", Outcome::refuse, "fips-unavailable",
           true),
      rule(out + " & fips=1", Outcome::refuse, "fips-module-compiled-out"),
      rule(out, Outcome::skip, "compiled-out"),
      rule("fips=1", Outcome::run, "fips"),
      rule("self.notests=0", Outcome::run, "module-runtime"),
      rule("self.notests=1", Outcome::skip, "module-runtime"),
      rule("notests=1", Outcome::skip, "global-runtime"),
      rule("true", Outcome::run, "default")};
  return project;
}

void run_kdf(World& world) {
  world.kdf_vectors = 5;
  world.kdf_requests = 2;
  world.kdf_request_larvals = 1;
  world.kdf_instructions = 23802;
  world.kdf_symbols = 2;
  const Decision& hmac = world.decisions[kHmac];
  world.hmac_larvals = hmac.outcome == Outcome::run ? 1 : 0;
}

void skip_kdf(World& world) {
  world.kdf_vectors = 0;
  world.kdf_requests = 0;
  world.kdf_request_larvals = 0;
  world.kdf_symbols = 0;
  world.hmac_larvals = 0;
  world.kdf_instructions =
      world.decisions[kKdf].reason == "compiled-out" ? 5136 : 5138;
}

World conforming(const core::Project& project, const core::Values& values) {
  World world;
  world.values = values;
  world.is_refused =
      project.rules[core::expected_decision(project, values, kKdf).rule]
          .whole_boot;
  for (const std::string& module : kModules) {
    const Decision decision =
        core::expected_decision(project, values, module).decision;
    world.decisions[module] = decision;
    world.states[module] =
        decision.outcome == Outcome::run ? "passed" : "skipped";
  }
  for (const Setting& one : project.settings) {
    if (one.stage == Stage::boot) {
      world.loaded[one.name] = values.at(one.name);
    }
  }
  world.sha_larvals = world.decisions[kSha].outcome == Outcome::run ? 2 : 0;
  if (world.decisions[kKdf].outcome == Outcome::run) {
    run_kdf(world);
  } else {
    skip_kdf(world);
  }
  return world;
}

std::vector<Observation> print(const World& world) {
  std::vector<Observation> facts;
  for (const auto& [name, value] : world.loaded) {
    facts.push_back(fact(kBoot, "", "loaded:" + name, value));
  }
  for (const std::string& module : kModules) {
    facts.push_back(fact(kBoot, "", "compiled:" + module, "1"));
  }
  facts.push_back(
      fact(kBoot, "", "boot_status", world.is_refused ? "refused" : "booted"));
  facts.push_back(fact(kCount, "", "total_instructions", 1e6));
  if (world.is_refused) {
    return facts;
  }
  for (const auto& [module, decision] : world.decisions) {
    facts.push_back(fact(kBoot, module, "decision",
                         std::string(core::name_of(decision.outcome))));
    facts.push_back(fact(kBoot, module, "reason", decision.reason));
    facts.push_back(fact(kBoot, module, "state", world.states.at(module)));
    facts.push_back(fact(kBoot, module, "init", module + "_init"));
    facts.push_back(
        fact(kBoot, module, "result", module == kKdf ? world.kdf_result : 0.0));
  }
  const auto count = [&](const std::string& module, const std::string& metric,
                         double value, const std::string& scope) {
    facts.push_back(fact(kBoot, module, metric, value, scope));
  };
  count(kKdf, "selftest_vectors", world.kdf_vectors, kKdf);
  count(kKdf, "module_requests", world.kdf_requests, kKdf);
  count(kKdf, "request_larvals_created", world.kdf_request_larvals, kKdf);
  count(kKdf, "larvals_created", 0, kKdf);
  count(kSha, "larvals_created", world.sha_larvals, kSha);
  count(kHmac, "larvals_created", 0, kHmac);
  count(kHmac, "larvals_created", world.hmac_larvals, kKdf);
  facts.push_back(fact(kCount, kKdf + "_init", "init_instructions",
                       world.kdf_instructions));
  for (int i = 0; i < static_cast<int>(world.kdf_symbols); ++i) {
    facts.push_back(
        fact(kCount, kKdf, "selftest_symbol", util::format("selftest{}", i)));
  }
  return facts;
}

std::vector<core::SuiteOutput> outputs(const World& world) {
  core::SuiteOutput boot;
  boot.suite = kBoot;
  boot.kind = core::SuiteKind::boot;
  boot.exit_code = world.is_refused ? 3 : 0;
  core::SuiteOutput count = boot;
  count.suite = kCount;
  count.kind = core::SuiteKind::instructions;
  return {boot, count};
}

core::Cell make_cell(const core::Project& project, const core::Values& off) {
  core::Cell cell;
  for (const Setting& one : project.settings) {
    const auto found = off.find(one.name);
    const std::string& value =
        found == off.end() ? one.default_value : found->second;
    cell.values[one.name] = value;
    const bool is_build = one.stage == Stage::build;
    (is_build ? cell.build.values : cell.boot.values)[one.name] = value;
    cell.id += one.module.empty() || one.module == kKdf ? value + "/" : "";
    if (!is_build && !core::passes_nothing(value)) {
      cell.boot.command_line += one.name + "=" + value + " ";
    }
  }
  cell.build.preset = "cell";
  for (const auto& [name, value] : cell.build.values) {
    cell.build.id += value + "/";
  }
  return cell;
}

MatrixRun run_matrix(const Fault& fault, const Delivery& delivered) {
  MatrixRun run;
  run.project = make_project();
  std::vector<core::Values> product = {{}};
  for (const Setting& one : run.project.settings) {
    if (!one.module.empty() && one.module != kKdf) {
      continue;
    }
    std::vector<core::Values> longer;
    for (const core::Values& values : product) {
      for (const std::string& value : one.values) {
        longer.push_back(values);
        longer.back()[one.name] = value;
      }
    }
    product = std::move(longer);
  }
  for (const core::Values& values : product) {
    const core::Cell cell = make_cell(run.project, values);
    const core::Values acting =
        delivered ? delivered(cell.values) : cell.values;
    const core::BuildResult build = make_build(cell, acting);
    const bool is_new = std::ranges::none_of(run.builds, [&](const auto& old) {
      return old.artifact.build == build.artifact.build;
    });
    if (is_new) {
      run.builds.push_back(build);
    }
    World world = conforming(run.project, acting);
    fault(world);
    const auto suites = outputs(world);
    const auto facts = print(world);
    run.results.push_back(judge_cell({.project = run.project,
                                      .cell = cell,
                                      .artifact = build.artifact,
                                      .suites = suites,
                                      .observations = facts}));
  }
  judge_neighbours(run.project, run.results);
  run.findings = attribute(run.project, run.builds, run.results);
  return run;
}

std::vector<std::string> names_of(const MatrixRun& run) {
  std::vector<std::string> names;
  for (const core::Finding& finding : run.findings) {
    names.push_back(
        util::format("{} {} {} {}", row_of(finding.kind).name, finding.module,
                     finding.setting.empty() ? "-" : finding.setting,
                     finding.rung ? row_of(*finding.rung).name : "-"));
  }
  return names;
}

const core::Finding& find(const MatrixRun& run, const std::string& kind,
                          const std::string& module,
                          const std::string& setting) {
  const auto found =
      std::ranges::find_if(run.findings, [&](const core::Finding& finding) {
        return row_of(finding.kind).name == kind && finding.module == module &&
               finding.setting == setting;
      });
  ASSERT(found != run.findings.end());
  return *found;
}

}  // namespace heed::judge
