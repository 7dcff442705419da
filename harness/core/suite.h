#pragma once

#include <array>
#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace heed::core {

/// What a suite is, hence how it is run and read.
enum class SuiteKind { conformance, bench, boot, instructions };

struct SuiteKindRow {
  SuiteKind kind;
  std::string_view name;  ///< also the CTest label
  bool is_timing;         ///< runs alone: never beside builds or other suites
};

inline constexpr std::array kSuiteKinds = {
    SuiteKindRow{SuiteKind::conformance, "conformance", false},
    SuiteKindRow{SuiteKind::bench, "bench", true},
    SuiteKindRow{SuiteKind::boot, "boot", false},
    SuiteKindRow{SuiteKind::instructions, "instructions", false},
};

[[nodiscard]] constexpr std::string_view name_of(SuiteKind kind) {
  return kSuiteKinds[static_cast<std::size_t>(kind)].name;
}

/// A program that tests, as an artifact offers it.
struct Suite {
  std::string name;  ///< "kdf.conformance", "boot.reference"
  SuiteKind kind = SuiteKind::conformance;
  std::vector<std::string> command;  ///< without the cell's command line
  std::filesystem::path folder;      ///< working folder
  std::string when;         ///< the settings of the cells it is run in; "": all
  bool is_measured = true;  ///< boot: its instructions are counted, too

  bool operator==(const Suite&) const = default;
};

/// Raw text that a stage left on disk: its kind says which probe reads it.
/// Kinds: cmake-cache commands config-header compile-commands preprocessed
/// objects boot gtest benchmark instructions observations log.
struct EvidenceFile {
  std::string kind;
  std::string suite;   ///< "" for the evidence of a build
  std::string module;  ///< for evidence about one module of a build
  std::filesystem::path path;

  bool operator==(const EvidenceFile&) const = default;
};

/// What came back from one suite in one cell, raw.
struct SuiteOutput {
  std::string suite;
  SuiteKind kind = SuiteKind::conformance;
  int exit_code = -1;  ///< -1 when it did not exit
  int signal = 0;
  bool timed_out = false;
  bool interrupted = false;
  std::string could_not_start;  ///< why, when the program could not start
  std::vector<std::string> left_behind;  ///< processes it left
  double seconds = 0;
  std::vector<EvidenceFile> files;

  bool operator==(const SuiteOutput&) const = default;
};

}  // namespace heed::core
