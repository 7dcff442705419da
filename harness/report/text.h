#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/core/run_record.h"

namespace heed::report {

/// "1 cell", "3 cells".
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view noun);

/// TEXT for a terminal: valid UTF-8 whose control characters, but for newline
/// and tab, are written as "\x1b", so that output cannot steer the terminal.
[[nodiscard]] std::string printable(std::string_view text);

/// printable(TEXT) with line ends as " | ", at most LIMIT bytes and "…".
[[nodiscard]] std::string one_line(std::string_view text,
                                   std::size_t limit = 200);

/// More than this of one cell's output is shown as head and tail.
inline constexpr std::size_t kOutputLimit = std::size_t{64} * 1024;

/// TEXT, or its head and tail with the number of bytes left out between them
/// and LOG, where all of it can be read. Cuts whole UTF-8 sequences.
[[nodiscard]] std::string head_and_tail(std::string_view text,
                                        std::string_view log,
                                        std::size_t limit = kOutputLimit);

/// The shortest prefix of ID, of 6 digits or more, that no other cell has.
[[nodiscard]] std::string short_id(const std::vector<core::CellResult>& cells,
                                   std::string_view id);

/// The cell's name with its id cut to short_id().
[[nodiscard]] std::string short_name(const std::vector<core::CellResult>& cells,
                                     const core::Cell& cell);

/// "notests=1, all other settings at their default".
[[nodiscard]] std::string context_text(
    const std::map<std::string, std::string>& context);

/// "product" … as "run 72 + reused 0 + … = 72".
[[nodiscard]] std::string identity_text(const core::Counts& counts);

/// "00:38", "1:02:05".
[[nodiscard]] std::string clock_text(double seconds);

/// From one RFC 3339 time to another; 0 when either cannot be read.
[[nodiscard]] double seconds_between(const std::string& from,
                                     const std::string& to);

}  // namespace heed::report
