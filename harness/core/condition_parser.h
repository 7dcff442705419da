#pragma once

#include <memory>
#include <string_view>

#include "harness/core/condition_node.h"
#include "harness/util/error.h"

namespace heed::core {

/// See Condition::parse().
[[nodiscard]] util::Result<std::shared_ptr<const Condition::Node>>
parse_condition(std::string_view text, bool allow_words);

}  // namespace heed::core
