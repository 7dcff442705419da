#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "harness/core/project.h"
#include "harness/core/target.h"
#include "harness/util/command.h"

namespace heed::target {

/// What a target is made from. Project and runner must outlive the target.
struct TargetContext {
  const core::Project& project;
  std::filesystem::path out;  ///< heed-out; build trees go below it
  util::CommandRunner& runner;
  bool fresh = false;     ///< configure as if for the first time
  bool use_cache = true;  ///< share objects between builds (ccache)
};

/// The target of KIND, a row of the table in targets.cc.
/// Errors: no such kind (`where` lists the kinds), or it cannot be set up.
[[nodiscard]] util::Result<std::unique_ptr<core::Target>> make_target(
    std::string_view kind, const TargetContext& context);

/// The kinds there are, in table order.
[[nodiscard]] std::vector<std::string_view> target_kinds();

}  // namespace heed::target
