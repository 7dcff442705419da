// Every seeded fault, as evidence, must be named precisely and alone.
#include <algorithm>

#include <gtest/gtest.h>

#include "harness/judge/bound_verdict.h"
#include "harness/judge/judge.h"
#include "harness/judge/test_world.h"

namespace heed::judge {
namespace {

using core::Decision;
using core::Outcome;
using Strings = std::vector<std::string>;

bool is_run(const World& world, const std::string& module) {
  return world.decisions.at(module).outcome == Outcome::run;
}

/// A skip that was decided while booting, not while building.
bool is_runtime_skip(const World& world, const std::string& module) {
  const Decision& decision = world.decisions.at(module);
  return decision.outcome == Outcome::skip && decision.reason != "compiled-out";
}

void decide(World& world, const std::string& module, Outcome outcome,
            const std::string& reason) {
  world.decisions[module] = {outcome, reason};
  if (module == kSha) {
    world.sha_larvals = outcome == Outcome::run ? 2 : 0;
  }
}

/// Lets the KDF and hmac's larval follow their decisions.
void follow(World& world) {
  if (is_run(world, kKdf)) {
    run_kdf(world);
  } else {
    skip_kdf(world);
  }
}

const Strings kRuntimeIgnored = {
    "ignored-setting kdf_sp800108 kdf_sp800108.notests R7",
    "ignored-setting kdf_sp800108 notests R7"};

TEST(Attribution, ConformingCodeHasNoFinding) {
  const MatrixRun run = run_matrix([](World&) {});

  EXPECT_EQ(run.results.size(), 72U);
  EXPECT_EQ(run.builds.size(), 6U);
  EXPECT_EQ(names_of(run), Strings{});
  EXPECT_TRUE(std::ranges::all_of(run.results, [](const auto& result) {
    return result.status == core::CellStatus::passed;
  }));
  EXPECT_EQ(exit_codes(run.findings, run.results, run.builds),
            std::set{core::ExitCode::conforms});
}

TEST(Attribution, GateNeverAskedIgnoresAllSettingsButFips) {
  const MatrixRun run = run_matrix([](World& world) {
    if (!world.is_refused && world.decisions[kKdf].outcome != Outcome::refuse) {
      run_kdf(world);
    }
  });

  EXPECT_EQ(
      names_of(run),
      (Strings{"ignored-setting kdf_sp800108 DISABLE_TESTS R7",
               "ignored-setting kdf_sp800108 kdf_sp800108.DISABLE_TESTS R7",
               "ignored-setting kdf_sp800108 kdf_sp800108.notests R7",
               "ignored-setting kdf_sp800108 notests R7"}));
}

TEST(Attribution, ABuildSettingVanishesWhereTheTextsBecomeEqual) {
  MatrixRun run = run_matrix([](World& world) {
    if (!world.is_refused && world.decisions[kKdf].outcome != Outcome::refuse) {
      run_kdf(world);
    }
  });
  for (core::BuildResult& build : run.builds) {
    for (core::Observation& fact : build.observations) {
      if (fact.metric == "digest:preprocessed") {
        fact.value = "same";
      }
    }
  }

  run.findings = attribute(run.project, run.builds, run.results);

  const auto& finding = find(run, "ignored-setting", kKdf, "DISABLE_TESTS");
  EXPECT_EQ(finding.rung, core::Rung::r4);
  EXPECT_EQ(finding.rung_detail,
            "configuration differs (R3: OFF, ON), this "
            "does not");
}

TEST(Attribution, CompileTimeOnlyIgnoresBothRunTimeSettings) {
  const MatrixRun run = run_matrix([](World& world) {
    if (is_runtime_skip(world, kKdf)) {
      run_kdf(world);
    }
  });

  EXPECT_EQ(names_of(run), kRuntimeIgnored);
  const auto& finding = find(run, "ignored-setting", kKdf, "notests");
  EXPECT_EQ(finding.context,
            (std::map<std::string, std::string>{{"notests", "1"}}));
  EXPECT_EQ(finding.rung_detail,
            "loaded value differs (R6: 0, 1), work does not");
  EXPECT_EQ(finding.expectation, "skip-does-no-work");
  EXPECT_EQ(finding.expected.at("selftest_vectors"), "0");
  EXPECT_EQ(finding.observed.at("selftest_vectors"), "5");
  EXPECT_EQ(finding.pair.size(), 2U);
  EXPECT_EQ(finding.pair.front(), finding.cells.front());
  EXPECT_EQ(finding.repro, "heed run --cell " + finding.cells.front());
  EXPECT_EQ(exit_codes(run.findings, run.results, run.builds),
            std::set{core::ExitCode::findings});
}

TEST(Attribution, LateGateIsSeenByWhatItAllocates) {
  const MatrixRun run = run_matrix([](World& world) {
    if (is_runtime_skip(world, kKdf)) {
      world.kdf_requests = 2;
      world.kdf_request_larvals = 1;
    }
  });

  EXPECT_EQ(names_of(run), kRuntimeIgnored);
  const auto& finding = find(run, "ignored-setting", kKdf, "notests");
  EXPECT_EQ(finding.observed.at("module_requests"), "2");
  EXPECT_EQ(finding.observed.at("request_larvals_created"), "1");
  EXPECT_FALSE(finding.observed.contains("selftest_vectors"));
}

TEST(Attribution, HiddenWorkIsSeenByItsInstructions) {
  const MatrixRun run = run_matrix([](World& world) {
    if (is_runtime_skip(world, kKdf)) {
      world.kdf_instructions += 5000;
    }
  });

  EXPECT_EQ(names_of(run),
            (Strings{"ignored-setting kdf_sp800108 kdf_sp800108.notests R8",
                     "ignored-setting kdf_sp800108 notests R8"}));
}

TEST(Attribution, EmptyVectorsAreAVacuousPassOfNoSetting) {
  const MatrixRun run = run_matrix([](World& world) { world.kdf_vectors = 0; });

  EXPECT_EQ(names_of(run), Strings{"vacuous-pass kdf_sp800108 - R7"});
  EXPECT_TRUE(run.findings.front().context.empty());
}

TEST(Attribution, LarvalOfCompiledOutTestsBlamesTheBuildSetting) {
  const MatrixRun run = run_matrix([](World& world) {
    if (world.decisions[kSha].reason == "compiled-out") {
      world.sha_larvals = 2;
    }
  });

  EXPECT_EQ(names_of(run),
            Strings{"ignored-setting sha256_generic DISABLE_TESTS R7"});
}

TEST(Attribution, NotestsReadLateBlamesNotestsForTheRegisteringModule) {
  const MatrixRun run = run_matrix([](World& world) {
    if (is_runtime_skip(world, kSha)) {
      world.sha_larvals = 2;
    }
  });

  EXPECT_EQ(names_of(run),
            Strings{"ignored-setting sha256_generic notests R7"});
}

TEST(Attribution, InvertedNotestsIsWrongBothWays) {
  const MatrixRun run = run_matrix([](World& world) {
    for (const std::string& module : {kSha, kHmac, kKdf}) {
      const std::string reason = world.decisions[module].reason;
      if (reason == "default") {
        decide(world, module, Outcome::skip, "global-runtime");
      } else if (reason == "global-runtime") {
        decide(world, module, Outcome::run, "default");
      }
    }
    follow(world);
  });

  for (const std::string& module : {kSha, kKdf}) {
    EXPECT_EQ(find(run, "over-skipped", module, "notests").context,
              (std::map<std::string, std::string>{}));
    EXPECT_EQ(find(run, "ignored-setting", module, "notests").context,
              (std::map<std::string, std::string>{{"notests", "1"}}));
  }
  EXPECT_TRUE(std::ranges::all_of(run.findings, [](const auto& finding) {
    return finding.setting == "notests";
  }));
}

TEST(Attribution, OverrideNotReadIsWrongBothWays) {
  const MatrixRun run = run_matrix([](World& world) {
    if (world.decisions[kKdf].reason == "module-runtime") {
      const bool is_off = world.values.at("notests") == "1";
      decide(world, kKdf, is_off ? Outcome::skip : Outcome::run,
             is_off ? "global-runtime" : "default");
      follow(world);
    }
  });

  EXPECT_EQ(names_of(run),
            (Strings{"ignored-setting kdf_sp800108 kdf_sp800108.notests R7",
                     "over-skipped kdf_sp800108 kdf_sp800108.notests R7"}));
  EXPECT_EQ(
      find(run, "ignored-setting", kKdf, "kdf_sp800108.notests").context,
      (std::map<std::string, std::string>{{"kdf_sp800108.notests", "1"}}));
  EXPECT_EQ(find(run, "over-skipped", kKdf, "kdf_sp800108.notests").context,
            (std::map<std::string, std::string>{{"kdf_sp800108.notests", "0"},
                                                {"notests", "1"}}));
}

TEST(Attribution, OverrideThatCMakeDropsIsLostAndNothingElse) {
  const MatrixRun run = run_matrix([](World&) {},
                                   [](core::Values values) {
                                     values[kKdf + ".DISABLE_TESTS"] =
                                         "inherit";
                                     return values;
                                   });

  EXPECT_EQ(names_of(run),
            Strings{"lost-setting kdf_sp800108 kdf_sp800108.DISABLE_TESTS R3"});
  EXPECT_EQ(exit_codes(run.findings, run.results, run.builds),
            std::set{core::ExitCode::build});
}

TEST(Attribution, OverrideThatTheParserDropsIsLostAndNothingElse) {
  const MatrixRun run = run_matrix([](World&) {},
                                   [](core::Values values) {
                                     values[kKdf + ".notests"] = "unset";
                                     return values;
                                   });

  EXPECT_EQ(names_of(run),
            Strings{"lost-setting kdf_sp800108 kdf_sp800108.notests R6"});
  const core::Finding& finding = run.findings.front();
  EXPECT_EQ(finding.observed.at("kdf_sp800108.notests"), "unset");
}

TEST(Attribution, FipsAfterNotestsNamesBothSmallestContexts) {
  const MatrixRun run = run_matrix([](World& world) {
    for (const std::string& module : {kKdf}) {
      if (world.decisions[module].reason != "fips") {
        continue;
      }
      const std::string own = world.values.at(module + ".notests");
      if (own == "1") {
        decide(world, module, Outcome::skip, "module-runtime");
      } else if (own == "0") {
        decide(world, module, Outcome::run, "module-runtime");
      } else if (world.values.at("notests") == "1") {
        decide(world, module, Outcome::skip, "global-runtime");
      }
    }
    follow(world);
  });

  EXPECT_EQ(names_of(run), Strings{"over-skipped kdf_sp800108 fips R7"});
  EXPECT_EQ(run.findings.front().detail,
            "contexts: fips=1,kdf_sp800108.notests=1; fips=1,notests=1");
}

TEST(Attribution, RefusalsThatAreNotMadeBlameFips) {
  const MatrixRun run = run_matrix([](World& world) {
    world.is_refused = false;
    for (auto& [module, decision] : world.decisions) {
      if (decision.outcome == Outcome::refuse) {
        decision = {Outcome::skip, "compiled-out"};
      }
    }
    follow(world);
  });

  EXPECT_EQ(find(run, "ignored-setting", kKdf, "fips").cells.size(), 24U);
  EXPECT_TRUE(std::ranges::all_of(run.findings, [](const auto& finding) {
    return finding.setting == "fips";
  }));
}

TEST(Attribution, WorkThatIsMissingEverywhereBlamesNoSetting) {
  const MatrixRun run = run_matrix([](World& world) {
    if (is_run(world, kSha)) {
      world.sha_larvals = 0;
      world.states[kSha] = "pending";
    }
  });

  EXPECT_EQ(names_of(run), Strings{"over-skipped sha256_generic - R7"});
}

TEST(Attribution, WhatStaysAliveIsALeak) {
  MatrixRun run = run_matrix([](World&) {});
  core::ModuleDecision decision;
  decision.module = kSha;
  decision.suite = "boot.reference";
  core::Effect effect;
  effect.expect["larvals_live"] = {};
  core::CellResult result = run.results.front();
  core::Observation live;
  live.subject = kSha;
  live.metric = "larvals_live";
  live.value = 1.0;
  live.suite = decision.suite;
  result.observations.push_back(live);

  EXPECT_EQ(judge_bound(result, decision, effect, "larvals_live").kind,
            core::FindingKind::leak);
}

TEST(Attribution, MoreTestsThanDeclaredAreARegression) {
  const MatrixRun run =
      run_matrix([](World& world) { world.sha_larvals *= 2; });

  EXPECT_EQ(names_of(run), Strings{"regression sha256_generic - R7"});
  EXPECT_EQ(exit_codes(run.findings, run.results, run.builds),
            std::set{core::ExitCode::performance});
}

TEST(Attribution, AFailedInitIsNoVacuousPass) {
  const MatrixRun run = run_matrix([](World& world) {
    if (is_run(world, kKdf) && world.values.at("notests") == "1" &&
        world.values.at("fips") == "0") {
      skip_kdf(world);
      world.kdf_result = -80;
      world.states[kKdf] = "failed (-80)";
    }
  });

  EXPECT_EQ(names_of(run),
            Strings{"over-skipped kdf_sp800108 kdf_sp800108.notests R7"});
}

TEST(Attribution, AWrongReasonAloneIsAFindingToo) {
  const MatrixRun run = run_matrix([](World& world) {
    if (world.decisions[kKdf].reason == "fips") {
      world.decisions[kKdf].reason = "default";
    }
  });

  EXPECT_EQ(names_of(run), Strings{"over-skipped kdf_sp800108 - R7"});
}

}  // namespace
}  // namespace heed::judge
