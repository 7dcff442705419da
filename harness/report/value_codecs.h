#pragma once

// The few values of report.json whose form is not that of their type.

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <set>

#include "harness/core/exit_code.h"
#include "harness/core/plan.h"
#include "harness/report/fields.h"

namespace heed::report {

template <typename T>
std::optional<T> number_in(std::string_view text) {
  T number{};
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return number;
}

/// Whole numbers as numbers, so that machines can compare; anything else as
/// text. Only canonical digits, so that reading gives back the text.
struct Observables {
  using Map = std::map<std::string, std::string>;
  static constexpr std::size_t kExactDigits = 15;  ///< a double holds them

  static Json encode(const Map& values) {
    Json json = Json::object();
    for (const auto& [name, text] : values) {
      const auto number = number_in<std::int64_t>(text);
      const bool is_canonical = number && text.size() <= kExactDigits &&
                                std::to_string(*number) == text;
      json[util::valid_utf8(name)] =
          is_canonical ? Json(*number) : Codec<std::string>::encode(text);
    }
    return json;
  }

  static Decoded<Map> decode(const Json& json) {
    if (!json.is_object()) {
      return tl::unexpected(std::string());
    }
    Map values;
    for (const auto& [name, value] : json.items()) {
      if (value.is_number_integer()) {
        values[name] = std::to_string(value.get<std::int64_t>());
      } else if (value.is_string()) {
        values[name] = value.get<std::string>();
      } else {
        return tl::unexpected("/" + name);
      }
    }
    return values;
  }
};

/// {"code": the strongest, "all": [each that applies]}; `all` is what counts.
/// 0 stands alone: it applies when nothing else does.
struct ExitCodes {
  using Codes = std::set<core::ExitCode>;

  static Json encode(const Codes& codes) {
    Json all = Json::array();
    const core::ExitCode strongest = core::strongest(codes);
    for (const core::ExitCode code : codes) {
      if (code != core::ExitCode::conforms) {
        all.push_back(static_cast<int>(code));
      }
    }
    if (all.empty()) {
      all.push_back(static_cast<int>(core::ExitCode::conforms));
    }
    Json json = Json::object();
    json["code"] = static_cast<int>(strongest);
    json["all"] = std::move(all);
    return json;
  }

  static Decoded<Codes> decode(const Json& json) {
    if (!json.is_object() || !json.contains("all")) {
      return tl::unexpected(std::string("/all"));
    }
    const auto numbers = Codec<std::vector<int>>::decode(json.at("all"));
    if (!numbers) {
      return tl::unexpected("/all" + numbers.error());
    }
    Codes codes;
    for (const int number : *numbers) {
      const auto code = static_cast<core::ExitCode>(number);
      if (std::none_of(core::kExitCodes.begin(), core::kExitCodes.end(),
                       [&](const auto& row) { return row.code == code; })) {
        return tl::unexpected(std::string("/all"));
      }
      codes.insert(code);
    }
    return codes;
  }
};

struct CountRow {
  const char* key;
  std::uint64_t core::Counts::*member;
  bool is_digits;  ///< can exceed 2^53, so it is a string of digits
};

inline constexpr std::array kCounts = {
    CountRow{"product", &core::Counts::product, true},
    CountRow{"run", &core::Counts::run, false},
    CountRow{"reused", &core::Counts::reused, false},
    CountRow{"excluded", &core::Counts::excluded, true},
    CountRow{"sampled_out", &core::Counts::sampled_out, true},
    CountRow{"other_shards", &core::Counts::other_shards, false},
    CountRow{"inconclusive", &core::Counts::inconclusive, false},
};

template <>
struct Codec<core::Counts> {
  static Json encode(const core::Counts& counts) {
    Json json = Json::object();
    for (const CountRow& row : kCounts) {
      const std::uint64_t count = counts.*row.member;
      json[row.key] = row.is_digits ? Json(std::to_string(count)) : Json(count);
    }
    return json;
  }

  static Decoded<core::Counts> decode(const Json& json) {
    core::Counts counts;
    for (const CountRow& row : kCounts) {
      const Json value = json.is_object() && json.contains(row.key)
                             ? json.at(row.key)
                             : Json();
      const auto count =
          value.is_string() ? number_in<std::uint64_t>(value.get<std::string>())
          : value.is_number_unsigned()
              ? std::optional(value.get<std::uint64_t>())
              : std::nullopt;
      if (!count) {
        return tl::unexpected(std::string("/") + row.key);
      }
      counts.*row.member = *count;
    }
    return counts;
  }
};

}  // namespace heed::report
