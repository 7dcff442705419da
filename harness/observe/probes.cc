#include "harness/observe/probes.h"

#include <algorithm>
#include <array>

#include "harness/observe/bench_list_probe.h"
#include "harness/observe/benchmark_probe.h"
#include "harness/observe/boot_probe.h"
#include "harness/observe/cmake_cache_probe.h"
#include "harness/observe/commands_probe.h"
#include "harness/observe/compile_commands_probe.h"
#include "harness/observe/config_header_probe.h"
#include "harness/observe/gtest_list_probe.h"
#include "harness/observe/gtest_probe.h"
#include "harness/observe/instructions_probe.h"
#include "harness/observe/objects_probe.h"
#include "harness/observe/observations_probe.h"
#include "harness/observe/premature_exit_probe.h"
#include "harness/observe/preprocessed_probe.h"

namespace heed::observe {

std::span<const core::Probe* const> probes() {
  static const CommandsProbe commands;
  static const CMakeCacheProbe cmake_cache;
  static const ConfigHeaderProbe config_header;
  static const CompileCommandsProbe compile_commands;
  static const PreprocessedProbe preprocessed;
  static const ObjectsProbe objects;
  static const BootProbe boot;
  static const GtestProbe gtest;
  static const GtestListProbe gtest_list;
  static const BenchmarkProbe benchmark;
  static const BenchListProbe bench_list;
  static const PrematureExitProbe premature_exit;
  static const ObservationsProbe observations;
  static const InstructionsProbe instructions;
  static constexpr std::array<const core::Probe*, 14> kTable = {
      &commands,       &cmake_cache, &config_header, &compile_commands,
      &preprocessed,   &objects,     &boot,          &gtest,
      &gtest_list,     &benchmark,   &bench_list,    &observations,
      &premature_exit, &instructions};
  return kTable;
}

const core::Probe* find_probe(std::string_view kind) {
  const auto found = std::ranges::find_if(
      probes(),
      [&](const core::Probe* probe) { return probe->name() == kind; });
  return found == probes().end() ? nullptr : *found;
}

std::vector<core::Observation> observe(const core::Evidence& evidence) {
  const core::Probe* probe = find_probe(evidence.file.kind);
  if (probe == nullptr) {
    return {};
  }
  std::vector<core::Observation> facts = probe->observe(evidence);
  for (core::Observation& fact : facts) {
    fact.suite = evidence.file.suite;
  }
  return facts;
}

}  // namespace heed::observe
