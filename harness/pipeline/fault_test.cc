#include "harness/pipeline/fault.h"

#include <gtest/gtest.h>

namespace heed::pipeline {
namespace {

constexpr std::string_view kPatch =
    "The gate is asked too late: after the handle.\n"
    "\n"
    "finding: ignored-setting\n"
    "module: kdf_sp800108\n"
    "setting: notests\n"
    "rung: R7\n"
    "context: notests=1\n"
    "\n"
    "finding: over-skipped\n"
    "module: hmac\n"
    "context: default\n"
    "\n"
    "diff --git a/kdf/x b/kdf/x\n"
    "--- a/kdf/x\n"
    "+++ b/kdf/x\n"
    "finding: improvement\n";

core::Finding found(core::FindingKind kind, std::string module,
                    std::string setting,
                    std::map<std::string, std::string> context = {}) {
  core::Finding finding;
  finding.kind = kind;
  finding.module = std::move(module);
  finding.setting = std::move(setting);
  finding.rung = core::Rung::r7;
  finding.context = std::move(context);
  return finding;
}

Fault fault() { return parse_fault("kdf/late-gate", kPatch).value(); }

std::vector<core::Finding> demanded() {
  return {found(core::FindingKind::ignored_setting, "kdf_sp800108", "notests",
                {{"notests", "1"}}),
          found(core::FindingKind::over_skipped, "hmac", "")};
}

TEST(ParseFault, ReadsDescriptionAndBlocksAndStopsAtTheDiff) {
  const Fault read = fault();
  EXPECT_EQ(read.description, "The gate is asked too late: after the handle.");
  ASSERT_EQ(read.findings.size(), 2U);
  EXPECT_EQ(read.findings[0].setting, "notests");
  EXPECT_EQ(read.findings[0].rung, "R7");
  EXPECT_EQ(read.findings[0].context.at("notests"), "1");
  EXPECT_TRUE(read.findings[1].has_context);
  EXPECT_TRUE(read.findings[1].context.empty());
}

TEST(ParseFault, RefusesAPatchThatDemandsNothing) {
  EXPECT_FALSE(parse_fault("x", "only words\n\ndiff --git a/x b/x\n"));
  EXPECT_FALSE(parse_fault("x", ""));
  EXPECT_FALSE(parse_fault("x", "finding: leak\n"));
}

TEST(ParseFault, RefusesUnknownKeysAndKinds) {
  EXPECT_FALSE(parse_fault("x", "finding: ignored\nmodule: m\n"));
  const auto read = parse_fault("x", "finding: leak\nmodul: m\n");
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().text().find("modul: m"), std::string::npos);
  EXPECT_NE(read.error().text().find("line 2"), std::string::npos);
  EXPECT_FALSE(parse_fault("x", "finding: leak\nmodule: m\ncontext: a\n"));
}

TEST(Compare, AcceptsWhatIsDemanded) {
  EXPECT_EQ(compare(fault(), demanded()).result, FaultResult::caught);
}

TEST(Compare, AcceptsAConsequenceOfTheSameSettingInAnotherModule) {
  std::vector<core::Finding> findings = demanded();
  findings.push_back(
      found(core::FindingKind::ignored_setting, "sha256_generic", "notests"));
  EXPECT_EQ(compare(fault(), findings).result, FaultResult::caught);
}

TEST(Compare, MissesWhatIsAbsent) {
  const FaultOutcome outcome = compare(fault(), {demanded().front()});
  EXPECT_EQ(outcome.result, FaultResult::missed);
  EXPECT_FALSE(outcome.complaints.empty());
}

TEST(Compare, TellsAWrongModuleSettingRungOrContext) {
  for (const auto& spoil : std::vector<void (*)(core::Finding&)>{
           [](core::Finding& f) { f.module = "sha256_generic"; },
           [](core::Finding& f) { f.setting = "fips"; },
           [](core::Finding& f) { f.rung = core::Rung::r8; },
           [](core::Finding& f) {
             f.context = {{"fips", "1"}};
           }}) {
    std::vector<core::Finding> findings = demanded();
    spoil(findings.front());
    EXPECT_EQ(compare(fault(), findings).result, FaultResult::misattributed);
  }
}

TEST(Compare, RefusesBlameWithoutCause) {
  std::vector<core::Finding> findings = demanded();
  findings.push_back(found(core::FindingKind::leak, "sha256_generic", "fips"));
  EXPECT_EQ(compare(fault(), findings).result, FaultResult::misattributed);
}

}  // namespace
}  // namespace heed::pipeline
