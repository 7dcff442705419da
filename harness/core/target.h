#pragma once

#include <chrono>
#include <filesystem>
#include <stop_token>
#include <string_view>

#include "harness/core/artifact.h"
#include "harness/core/cell.h"
#include "harness/core/suite.h"
#include "harness/util/error.h"

namespace heed::core {

/// How one suite is run in one cell.
struct SuiteRun {
  const Suite& suite;
  const Boot& boot;
  std::filesystem::path folder;  ///< raw output goes there
  std::chrono::milliseconds timeout{60000};
  std::chrono::milliseconds kill_grace{10000};
};

/// How a project is built and run. Implemented by target/cmake.cc; a fake
/// stands in for it in run/ and pipeline/. Thread safe: builds and suites run
/// side by side.
class Target {
 public:
  virtual ~Target() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;

  /// What is part of every cell's identity. Errors: the toolchain cannot be
  /// asked (a compiler is missing), the preset does not exist.
  [[nodiscard]] virtual util::Result<Identity> identity(
      const std::string& preset) = 0;

  /// Builds; a failed build is an Artifact with `built` false, whose log is
  /// on disk. Errors: heed itself cannot go on (a full disk, no permission).
  [[nodiscard]] virtual util::Result<Artifact> build(const BuildSpec& spec,
                                                     int jobs,
                                                     std::stop_token stop) = 0;

  /// Runs one suite; a crash or a time-out is an output, not an error. Raw
  /// bytes are on disk before anything reads them.
  [[nodiscard]] virtual util::Result<SuiteOutput> run(const Artifact& artifact,
                                                      const SuiteRun& run,
                                                      std::stop_token stop) = 0;
};

}  // namespace heed::core
