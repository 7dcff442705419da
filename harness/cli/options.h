#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "harness/cli/request.h"
#include "harness/util/error.h"

namespace heed::cli {

/// Groups of options; a command says which ones it takes.
enum class Group {
  global,
  select,
  sample,
  run,
  see,
  strictness,
  reports,
  list,
  plan,
  explain,
};

struct GroupRow {
  Group group;
  std::string_view title;
};

inline constexpr std::array kGroups = {
    GroupRow{Group::list, "List"},
    GroupRow{Group::plan, "Plan"},
    GroupRow{Group::explain, "Explain"},
    GroupRow{Group::select, "Select"},
    GroupRow{Group::sample, "Sample"},
    GroupRow{Group::run, "Run"},
    GroupRow{Group::see, "See"},
    GroupRow{Group::strictness, "Strictness"},
    GroupRow{Group::reports, "Reports"},
    GroupRow{Group::global, "Global"},
};

/// Takes the text of an option into a Request. Errors: what was expected.
using Take = util::Result<void> (*)(Request& request, const std::string& text);

/// One option of heed.
struct OptionRow {
  std::string_view name;      ///< "--seed"
  std::string_view letter;    ///< "-s"; "" when it has none
  std::string_view argument;  ///< "N"; "" for a flag
  Group group;
  std::string_view built_in;  ///< default, for people; "" when it has none
  std::string_view help;
  Take take;
  bool is_list = false;  ///< may be given more than once
};

/// Every option, in the order of help. Each is also read from the environment
/// as HEED_<NAME>, upper case, `-` as `_`; lists are separated by commas and
/// flags are true or false there.
[[nodiscard]] std::span<const OptionRow> options();

/// "HEED_MAX_CELLS" of "--max-cells".
[[nodiscard]] std::string environment_name(const OptionRow& row);

}  // namespace heed::cli
