#include "harness/cli/doctor.h"

#include <algorithm>
#include <charconv>
#include <iostream>
#include <thread>

#include "harness/cli/commands.h"
#include "harness/core/exit_code.h"
#include "harness/util/file.h"
#include "harness/util/format.h"
#include "harness/util/json.h"
#include "harness/util/text_table.h"

namespace heed::cli {
namespace {

/// A program, how to ask it for its version, and what its absence means.
struct ToolRow {
  std::string_view name;
  std::vector<std::string> ask;
  std::string_view least;  ///< "" when any version does
  Health otherwise;        ///< when it is absent or too old
  std::string_view follows;
};

const std::vector<ToolRow>& tools() {
  static const std::vector<ToolRow> kTools = {
      {"cmake",
       {"cmake", "--version"},
       "3.25",
       Health::missing,
       "nothing can be built"},
      {"ninja",
       {"ninja", "--version"},
       "1.10",
       Health::missing,
       "nothing can be built"},
      {"ctest",
       {"ctest", "--version"},
       "3.25",
       Health::missing,
       "no suite is found"},
      {"compiler",
       {"c++", "-dumpfullversion"},
       "",
       Health::missing,
       "nothing can be built, unless the preset names another compiler"},
      {"ccache",
       {"ccache", "--version"},
       "",
       Health::degraded,
       "every build compiles everything"},
      {"valgrind",
       {"valgrind", "--version"},
       "",
       Health::degraded,
       "instructions are not counted: rung R8 is inconclusive"},
      {"git",
       {"git", "--version"},
       "",
       Health::degraded,
       "`heed mutate` cannot apply its faults"},
      {"setarch",
       {"setarch", "--version"},
       "",
       Health::degraded,
       "addresses vary, so instruction counts do"},
  };
  return kTools;
}

constexpr std::uintmax_t kGibibyte = std::uintmax_t{1} << 30U;

Checkup examine_tool(util::CommandRunner& runner, const ToolRow& tool,
                     const std::filesystem::path& folder) {
  Checkup checkup{.name = std::string(tool.name)};
  const std::filesystem::path answer =
      folder / (std::string(tool.name) + ".version");
  const auto result = runner.run({.argv = tool.ask,
                                  .folder = folder,
                                  .output = answer,
                                  .timeout = std::chrono::seconds(10)},
                                 {});
  const util::Result<std::string> text = util::read_file(answer);
  if (result && result->ok() && text) {
    checkup.found = version_in(*text);
  }
  const bool is_good =
      !checkup.found.empty() &&
      (tool.least.empty() || is_at_least(checkup.found, tool.least));
  if (!is_good) {
    checkup.health = tool.otherwise;
    checkup.follows = tool.follows;
    if (!tool.least.empty()) {
      checkup.follows += util::format(" (needs {} or newer)", tool.least);
    }
  }
  return checkup;
}

Checkup examine_disk(const std::filesystem::path& folder) {
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::space(folder, error).available;
  Checkup checkup{.name = "free disk"};
  if (error) {
    return {.name = "free disk",
            .health = Health::degraded,
            .follows = "cannot be asked: " + error.message()};
  }
  checkup.found =
      util::format("{:.1f} GiB",
                   static_cast<double>(bytes) / static_cast<double>(kGibibyte));
  if (bytes < kGibibyte) {
    checkup.health = Health::degraded;
    checkup.follows = "a run may end inconclusive, for want of space";
  }
  return checkup;
}

/// The next number of TEXT, which it is taken from, with its dot.
std::uint64_t take_number(std::string_view& text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const char* const stop = std::from_chars(text.data(), end, number).ptr;
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  text.remove_prefix(text.starts_with('.') ? 1 : text.size());
  return number;
}

}  // namespace

std::string version_in(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789";
  const std::size_t begin = text.find_first_of(kDigits);
  if (begin == std::string_view::npos) {
    return "";
  }
  std::string_view version = text.substr(begin);
  version = version.substr(0, version.find_first_not_of("0123456789."));
  while (version.ends_with('.')) {
    version.remove_suffix(1);
  }
  return std::string(version);
}

bool is_at_least(std::string_view version, std::string_view least) {
  while (!least.empty()) {
    const std::uint64_t have = take_number(version);
    const std::uint64_t need = take_number(least);
    if (have != need) {
      return have > need;
    }
  }
  return true;
}

std::vector<Checkup> examine(util::CommandRunner& runner,
                             const std::filesystem::path& folder) {
  std::vector<Checkup> checkups;
  for (const ToolRow& tool : tools()) {
    checkups.push_back(examine_tool(runner, tool, folder));
  }
  checkups.push_back(examine_disk(folder));
  checkups.push_back(
      {.name = "processors",
       .found = std::to_string(std::thread::hardware_concurrency())});
  return checkups;
}

std::string doctor_text(std::span<const Checkup> checkups) {
  using Align = util::TextTable::Align;
  util::TextTable table(std::vector<Align>(4, Align::left));
  for (const Checkup& checkup : checkups) {
    table.add(
        {checkup.name,
         std::string(kHealthNames.at(static_cast<std::size_t>(checkup.health))),
         checkup.found.empty() ? "-" : checkup.found, checkup.follows});
  }
  return table.text();
}

int cmd_doctor(const Request& request) {
  const auto runner = util::make_command_runner();
  const util::TemporaryFolder folder("heed-doctor");
  const std::vector<Checkup> checkups = examine(*runner, folder.path());
  if (request.options.json) {
    util::Json json = util::Json::array();
    for (const Checkup& checkup : checkups) {
      json.push_back({{"name", checkup.name},
                      {"health", kHealthNames.at(
                                     static_cast<std::size_t>(checkup.health))},
                      {"found", checkup.found},
                      {"follows", checkup.follows}});
    }
    std::cout << util::to_text(json) << '\n';
  } else {
    std::cout << doctor_text(checkups);
  }
  const bool is_complete = std::ranges::all_of(
      checkups, [](const auto& row) { return row.health == Health::ok; });
  return static_cast<int>(is_complete ? core::ExitCode::conforms
                                      : core::ExitCode::inconclusive);
}

}  // namespace heed::cli
