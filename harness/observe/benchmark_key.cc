#include "harness/observe/benchmark_key.h"

#include <algorithm>
#include <array>

namespace heed::observe {
namespace {

constexpr std::array<std::string_view, 4> kTuningPrefixes = {
    "iterations:", "repeats:", "min_time:", "min_warmup_time:"};
constexpr std::array<std::string_view, 3> kTuningWords = {
    "process_time", "manual_time", "real_time"};

bool is_tuning(std::string_view part) {
  return std::ranges::any_of(kTuningPrefixes,
                             [&](std::string_view prefix) {
                               return part.starts_with(prefix);
                             }) ||
         std::ranges::find(kTuningWords, part) != kTuningWords.end();
}

}  // namespace

std::string benchmark_key(std::string_view run_name) {
  std::string key;
  bool is_first = true;
  while (!run_name.empty()) {
    const std::string_view part = run_name.substr(0, run_name.find('/'));
    if (is_first || !is_tuning(part)) {
      key.append(is_first ? "" : "/").append(part);
    }
    is_first = false;
    run_name.remove_prefix(std::min(part.size() + 1, run_name.size()));
  }
  return key;
}

}  // namespace heed::observe
