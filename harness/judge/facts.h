#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/core/observation.h"
#include "harness/core/run_record.h"

namespace heed::judge {

/// A value as text, numbers in their shortest form.
[[nodiscard]] std::string to_text(const core::Observation& fact);

/// The first METRIC of SUBJECT in SUITE's evidence; null when there is none.
[[nodiscard]] const core::Observation* find_fact(
    const std::vector<core::Observation>& facts, std::string_view suite,
    std::string_view subject, std::string_view metric);

/// Its value as text.
[[nodiscard]] std::optional<std::string> find_text(
    const std::vector<core::Observation>& facts, std::string_view suite,
    std::string_view subject, std::string_view metric);

/// Why something is missing from SUITE's evidence: the first reason for which
/// a part of it is unreadable, else `no-output`.
[[nodiscard]] std::string why_missing(
    const std::vector<core::Observation>& facts, std::string_view suite);

/// The output of SUITE in the cell; null when it did not run.
[[nodiscard]] const core::SuiteOutput* find_suite(
    const core::CellResult& result, std::string_view suite);

}  // namespace heed::judge
