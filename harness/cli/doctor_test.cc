#include "harness/cli/doctor.h"

#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>

#include "harness/util/fake_command.h"
#include "harness/util/file.h"

namespace heed::cli {
namespace {

TEST(Doctor, FindsVersions) {
  EXPECT_EQ(version_in("cmake version 3.25.1\n\nCMake suite"), "3.25.1");
  EXPECT_EQ(version_in("valgrind-3.19.0"), "3.19.0");
  EXPECT_EQ(version_in("git version 2.39.5."), "2.39.5");
  EXPECT_EQ(version_in("none"), "");
  EXPECT_EQ(version_in(""), "");
}

TEST(Doctor, ComparesNumberByNumber) {
  EXPECT_TRUE(is_at_least("3.25.1", "3.25"));
  EXPECT_TRUE(is_at_least("1.11", "1.9"));
  EXPECT_TRUE(is_at_least("4", "3.25"));
  EXPECT_FALSE(is_at_least("3.9", "3.25"));
  EXPECT_FALSE(is_at_least("", "1"));
}

Checkup named(const std::vector<Checkup>& checkups, const std::string& name) {
  const auto place = std::ranges::find(checkups, name, &Checkup::name);
  return place == checkups.end() ? Checkup{} : *place;
}

TEST(Doctor, SaysWhatFollowsFromAnAbsentTool) {
  util::FakeCommandRunner runner([](const util::Command& command) {
    util::CommandResult result;
    result.exit_code = command.argv[0] == "ccache" ? 127 : 0;
    std::ofstream(command.output)
        << (command.argv[0] == "cmake" ? "cmake version 3.20.0"
                                       : "version 99.1");
    return util::Result<util::CommandResult>(result);
  });
  const util::TemporaryFolder folder("doctor");
  const std::vector<Checkup> checkups = examine(runner, folder.path());
  EXPECT_EQ(named(checkups, "ninja").health, Health::ok);
  EXPECT_EQ(named(checkups, "ninja").found, "99.1");
  EXPECT_EQ(named(checkups, "ccache").health, Health::degraded);
  EXPECT_EQ(named(checkups, "cmake").health, Health::missing);
  EXPECT_EQ(named(checkups, "cmake").follows,
            "nothing can be built (needs 3.25 or newer)");
  EXPECT_FALSE(named(checkups, "free disk").found.empty());
}

TEST(Doctor, PrintsALineForEachFinding) {
  const std::vector<Checkup> checkups = {
      {.name = "cmake", .found = "3.25.1"},
      {.name = "git", .health = Health::missing, .follows = "no faults"}};
  EXPECT_EQ(doctor_text(checkups),
            "cmake  ok       3.25.1\ngit    missing  -       no faults\n");
}

}  // namespace
}  // namespace heed::cli
