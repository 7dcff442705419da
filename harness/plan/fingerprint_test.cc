#include "harness/plan/fingerprint.h"

#include <functional>
#include <set>

#include <gtest/gtest.h>

namespace heed::plan {
namespace {

core::Artifact artifact(const std::string& folder) {
  core::Artifact made;
  made.folder = folder;
  made.suites = {{"kdf.conformance",
                  core::SuiteKind::conformance,
                  {folder + "/bin/kdf_test", "--file=" + folder + "/x"},
                  folder},
                 {"boot.reference",
                  core::SuiteKind::boot,
                  {folder + "/bin/boot"},
                  folder + "/registry"}};
  made.digests = {{"kdf.conformance", "aa"}, {"boot.reference", "bb"}};
  return made;
}

TEST(Fingerprint, IsTheSameInAnotherFolderAndOrder) {
  core::Artifact moved = artifact("/elsewhere/2");
  moved.build = "other";
  std::swap(moved.suites[0], moved.suites[1]);
  EXPECT_EQ(fingerprint(moved, {{}, "fips=1"}, "1"),
            fingerprint(artifact("/out/builds/1"), {{}, "fips=1"}, "1"));
}

TEST(Fingerprint, ChangesWithEverythingThatCanChangeAResult) {
  using Change = std::function<void(core::Artifact&)>;
  const std::vector<Change> changes = {
      [](core::Artifact&) {},
      [](core::Artifact& a) { a.digests["boot.reference"] = "cc"; },
      [](core::Artifact& a) { a.digests.erase("boot.reference"); },
      [](core::Artifact& a) { a.suites.pop_back(); },
      [](core::Artifact& a) { a.suites[0].name = "other"; },
      [](core::Artifact& a) { a.suites[0].kind = core::SuiteKind::bench; },
      [](core::Artifact& a) { a.suites[0].command.push_back("-v"); },
      [](core::Artifact& a) { a.suites[0].command[0] += "-"; },
      [](core::Artifact& a) { a.suites[0].folder = "/"; },
  };
  std::set<std::string> seen;
  for (const Change& change : changes) {
    core::Artifact changed = artifact("/b");
    change(changed);
    EXPECT_TRUE(seen.insert(fingerprint(changed, {{}, "fips=1"}, "1")).second);
  }
  EXPECT_TRUE(
      seen.insert(fingerprint(artifact("/b"), {{}, "fips=0"}, "1")).second);
  EXPECT_TRUE(
      seen.insert(fingerprint(artifact("/b"), {{}, "fips=1"}, "2")).second);
}

TEST(Fingerprint, TellsFoldersThatOnlyBeginAlikeApart) {
  core::Artifact inside = artifact("/b/12");
  core::Artifact beside = artifact("/b/12");
  inside.suites[0].command[0] = "/b/12/x";
  beside.suites[0].command[0] = "/b/123/x";
  core::Artifact moved = artifact("/c/12");
  moved.suites[0].command[0] = "/b/123/x";
  EXPECT_NE(fingerprint(inside, {}, ""), fingerprint(beside, {}, ""));
  EXPECT_EQ(fingerprint(moved, {}, ""), fingerprint(beside, {}, ""));
}

TEST(Fingerprint, IsASha256) { EXPECT_EQ(fingerprint({}, {}, "").size(), 64U); }

}  // namespace
}  // namespace heed::plan
