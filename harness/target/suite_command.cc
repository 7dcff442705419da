#include "harness/target/suite_command.h"

#include <array>
#include <utility>

#include "harness/target/compile_command.h"

namespace heed::target {
namespace {

using core::EvidenceFile;

// What the callbacks below share: names below the cell's folder.
struct Place {
  const core::SuiteRun& run;

  [[nodiscard]] std::filesystem::path file(std::string_view extension) const {
    return run.folder / (run.suite.name + std::string(extension));
  }
  [[nodiscard]] EvidenceFile evidence(std::string kind,
                                      std::string_view extension) const {
    return {.kind = std::move(kind),
            .suite = run.suite.name,
            .path = file(extension)};
  }
};

void make_conformance(const Place& place, SuiteCommand& made) {
  util::Command& command = made.command;
  command.argv = place.run.suite.command;
  command.environment = {
      {"GTEST_OUTPUT", "json:" + place.file(".gtest.json").string()},
      {"HEED_CMDLINE", place.run.boot.command_line},
      {"HEED_OBSERVATIONS", place.file(".observations.jsonl").string()},
      {"TEST_PREMATURE_EXIT_FILE", place.file(".premature").string()}};
  command.output = place.file(".log");
  made.files = {place.evidence("gtest", ".gtest.json"),
                place.evidence("log", ".log")};
  made.optional_files = {place.evidence("observations", ".observations.jsonl"),
                         place.evidence("premature-exit", ".premature")};
}

void make_bench(const Place& place, SuiteCommand& made) {
  util::Command& command = made.command;
  command.argv = place.run.suite.command;
  command.argv.push_back("--benchmark_out=" +
                         place.file(".bench.json").string());
  command.argv.emplace_back("--benchmark_out_format=json");
  command.environment = {
      {"HEED_CMDLINE", place.run.boot.command_line},
      {"HEED_OBSERVATIONS", place.file(".observations.jsonl").string()}};
  command.output = place.file(".log");
  made.files = {place.evidence("benchmark", ".bench.json"),
                place.evidence("log", ".log")};
  made.optional_files = {place.evidence("observations", ".observations.jsonl")};
}

// A kernel-style command line: words, where quotes keep blanks together.
void append_boot(const Place& place, std::vector<std::string>& argv) {
  for (std::string& word : shell_words(place.run.boot.command_line)) {
    argv.push_back(std::move(word));
  }
}

void make_boot(const Place& place, SuiteCommand& made) {
  util::Command& command = made.command;
  command.argv = place.run.suite.command;
  append_boot(place, command.argv);
  command.environment = {
      {"HEED_OBSERVATIONS", place.file(".observations.jsonl").string()}};
  command.output = place.file(".boot.log");
  command.error = place.file(".log");
  made.files = {place.evidence("boot", ".boot.log"),
                place.evidence("log", ".log")};
  made.optional_files = {place.evidence("observations", ".observations.jsonl")};
}

// Callgrind expands % in the name of its output.
std::string escaped(std::string text) {
  for (std::size_t at = 0; (at = text.find('%', at)) != std::string::npos;
       at += 2) {
    text.insert(at, "%");
  }
  return text;
}

// Whatever changes the instructions of the same program is pinned: address
// layout, environment (its size too), working folder, the length of argv[0]
// and glibc's choice of string functions.
void make_instructions(const Place& place, SuiteCommand& made) {
  util::Command& command = made.command;
  const core::Suite& suite = place.run.suite;
  command.argv = {
      "setarch",
      "-R",
      "valgrind",
      "--tool=callgrind",
      "--compress-strings=no",
      "--compress-pos=no",
      "--dump-line=no",
      "--callgrind-out-file=" + escaped(place.file(".callgrind").string())};
  std::vector<std::string> program = suite.command;
  const std::filesystem::path inside =
      std::filesystem::path(program.front()).lexically_relative(suite.folder);
  if (!inside.empty() && *inside.begin() != "..") {
    program.front() = "./" + inside.string();
  }
  command.argv.insert(command.argv.end(), program.begin(), program.end());
  append_boot(place, command.argv);
  command.clean_environment = true;
  command.environment = {
      {"GLIBC_TUNABLES",
       "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX2,-ERMS,-FSRM,-BMI2,-RTM"},
      {"LANG", "C"},
      {"PATH", "/usr/local/bin:/usr/bin:/bin"}};
  command.output = place.file(".boot.log");
  command.error = place.file(".log");
  made.files = {place.evidence("instructions", ".callgrind"),
                place.evidence("instructions-boot", ".boot.log"),
                place.evidence("log", ".log")};
}

// Of the variables that steer a framework, or heed itself.
constexpr std::array<std::string_view, 4> kPrefixes = {"GTEST_", "BENCHMARK_",
                                                       "HEED_", "TESTBRIDGE_"};

struct KindRow {
  core::SuiteKind kind;
  void (*make)(const Place&, SuiteCommand&);
  std::string_view list_option;  ///< "" when it cannot be asked
  std::string_view list_kind;
};

constexpr std::array kKinds = {
    KindRow{core::SuiteKind::conformance, make_conformance,
            "--gtest_list_tests", "gtest-list"},
    KindRow{core::SuiteKind::bench, make_bench, "--benchmark_list_tests=true",
            "bench-list"},
    KindRow{core::SuiteKind::boot, make_boot, "", ""},
    KindRow{core::SuiteKind::instructions, make_instructions, "", ""},
};

const KindRow& row_of(core::SuiteKind kind) {
  return kKinds[static_cast<std::size_t>(kind)];
}

}  // namespace

std::vector<std::string> steering_names(const std::vector<std::string>& ours) {
  std::vector<std::string> names;
  for (const std::string& name : ours) {
    for (const std::string_view prefix : kPrefixes) {
      if (name.starts_with(prefix)) {
        names.push_back(name);
      }
    }
  }
  return names;
}

SuiteCommand suite_command(const core::SuiteRun& run,
                           const std::vector<std::string>& ours) {
  SuiteCommand made;
  row_of(run.suite.kind).make({run}, made);
  util::Command& command = made.command;
  command.folder = run.suite.folder;
  command.timeout = run.timeout;
  command.kill_grace = run.kill_grace;
  if (!command.clean_environment) {
    command.unset = steering_names(ours);
  }
  return made;
}

ListCommand list_command(const core::Suite& suite) {
  const KindRow& row = row_of(suite.kind);
  if (row.list_option.empty() || suite.command.empty()) {
    return {};
  }
  ListCommand list{suite.command, std::string(row.list_kind)};
  list.words.emplace_back(row.list_option);
  return list;
}

}  // namespace heed::target
