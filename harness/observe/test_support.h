#pragma once

#include <string>
#include <vector>

#include "harness/core/observation.h"

namespace heed::observe {

using Facts = std::vector<core::Observation>;

/// A file of observe/testdata as evidence of KIND.
[[nodiscard]] core::Evidence fixture(const std::string& kind,
                                     const std::string& file);

/// TEXT as evidence of KIND, about MODULE.
[[nodiscard]] core::Evidence evidence(const std::string& kind,
                                      const std::string& text,
                                      const std::string& module = "");

/// The value of the only METRIC of SUBJECT as text, numbers shortest; "absent"
/// or "several" when it is not the only one.
[[nodiscard]] std::string value_of(const Facts& facts,
                                   const std::string& subject,
                                   const std::string& metric);

/// "SUBJECT: REASON" of everything unreadable, in order.
[[nodiscard]] std::vector<std::string> unreadable_in(const Facts& facts);

/// The only METRIC of SUBJECT. REQUIRES: there is one.
[[nodiscard]] const core::Observation& find(const Facts& facts,
                                            const std::string& subject,
                                            const std::string& metric);

}  // namespace heed::observe
