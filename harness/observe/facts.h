#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "harness/core/observation.h"
#include "harness/util/json.h"

namespace heed::observe {

using Labels = std::map<std::string, std::string>;

/// One observation; probes.cc adds the suite.
[[nodiscard]] core::Observation fact(std::string subject, std::string metric,
                                     std::variant<double, std::string> value,
                                     Labels labels = {});

/// SUBJECT (a section, a row) could not be read, for the reason id REASON.
[[nodiscard]] core::Observation unreadable(std::string subject,
                                           std::string reason);

/// The lines of TEXT without their ends; a last line needs no end.
[[nodiscard]] std::vector<std::string_view> lines_of(std::string_view text);

/// The words of LINE, split at spaces and tabs.
[[nodiscard]] std::vector<std::string_view> words_of(std::string_view line);

/// TEXT as a number, if all of it is one.
[[nodiscard]] std::optional<double> number_of(std::string_view text);

/// TEXT without spaces, tabs and line ends around it.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// The text at KEY of an object; empty where there is none.
[[nodiscard]] std::string text_at(const util::Json& object, const char* key);

/// `torn-output` if JSON text ends before its brackets do, else
/// `invalid-json`. For text that does not parse.
[[nodiscard]] std::string why_unreadable(std::string_view json);

}  // namespace heed::observe
