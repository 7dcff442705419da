#pragma once

#include <memory>

#include "harness/target/targets.h"

namespace heed::target {

/// The target "cmake": any CMake project with presets whose suites are CTest
/// tests with the labels of core/suite.h. Build trees, with their logs and
/// evidence in `heed-logs`, are <out>/builds/<build id>.
///
/// A build that was interrupted is an artifact that is `unavailable`, with the
/// failure "interrupted".
[[nodiscard]] util::Result<std::unique_ptr<core::Target>> make_cmake_target(
    const TargetContext& context);

}  // namespace heed::target
