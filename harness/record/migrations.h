#pragma once

#include <span>
#include <string_view>

namespace heed::record {

/// The texts of record/migrations/NNN_*.sql in order, compiled in. A database
/// of version N (its user_version) has had the first N applied.
[[nodiscard]] std::span<const std::string_view> migrations();

}  // namespace heed::record
