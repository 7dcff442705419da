#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heed::observe {

/// What `boot` or a guest's init printed, taken apart.
///
///   == NAME
///   …
///   == end NAME BYTES CRC32     of the lines between, ends included
///   == done STATUS              booted, refused, panic or failed
///
/// Lines between the sections are the console's. A section is read only when
/// its length and CRC-32 are right: a console mixes texts of several writers,
/// and a repaired line would be a guess.
struct BootText {
  std::map<std::string, std::string> sections;  ///< intact bodies by name
  std::vector<std::string> torn;     ///< sections cut, mixed or altered
  std::vector<std::string> console;  ///< lines outside all sections
  std::string unfinished_log;  ///< what follows a `== log` that nothing ends
  std::optional<std::string> status;  ///< nullopt without a whole `== done`
};

/// Takes TEXT apart; any bytes are accepted. A serial console's CR LF line
/// ends count as LF.
[[nodiscard]] BootText parse_boot_text(std::string_view text);

}  // namespace heed::observe
