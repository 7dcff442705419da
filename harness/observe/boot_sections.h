#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/core/observation.h"

namespace heed::observe {

/// The facts in the bodies of a boot's sections; see boot_probe.h. A line that
/// does not have its form is `unreadable` (`torn-output`), with SECTION and
/// the module it names, if any, as subject.
[[nodiscard]] std::vector<core::Observation> observe_config(
    std::string_view body);
[[nodiscard]] std::vector<core::Observation> observe_modules(
    std::string_view body);
[[nodiscard]] std::vector<core::Observation> observe_counters(
    std::string_view body);

/// Owner module by driver name, as /proc/crypto tells it.
using Owners = std::map<std::string, std::string, std::less<>>;
[[nodiscard]] Owners owners_in(std::string_view proc_crypto);

/// What is left over, each by the module that owns its driver, if known.
[[nodiscard]] std::vector<core::Observation> observe_leaks(
    std::string_view body, const Owners& owners);

}  // namespace heed::observe
