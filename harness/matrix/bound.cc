#include "harness/matrix/bound.h"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "harness/util/format.h"

namespace heed::matrix {
namespace {

using core::Bound;

struct OpRow {
  std::string_view text;
  Bound::Kind kind;
};

/// Longer spellings first.
constexpr std::array kOps = {
    OpRow{"<=", Bound::Kind::at_most},
    OpRow{">=", Bound::Kind::at_least},
    OpRow{"<", Bound::Kind::less},
};

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) {
    return "";
  }
  return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

std::optional<double> number(std::string_view text) {
  const std::string_view digits = trimmed(text);
  double value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [rest, code] = std::from_chars(digits.data(), end, value);
  const bool is_read =
      code == std::errc() && rest == end && std::isfinite(value);
  return is_read ? std::optional(value) : std::nullopt;
}

tl::unexpected<util::Error> unreadable(const std::string& text,
                                       std::string_view why) {
  return tl::unexpected(util::Error{
      "cannot read bound", util::format("\"{}\"", text), std::string(why), ""});
}

/// "CONDITION + N", or a condition alone.
util::Result<Bound> relative(Bound bound, std::string_view rest) {
  const std::size_t plus = rest.rfind('+');
  const auto distance = plus == std::string_view::npos
                            ? std::nullopt
                            : number(rest.substr(plus + 1));
  auto condition =
      core::Condition::parse(trimmed(distance ? rest.substr(0, plus) : rest));
  if (!condition) {
    return unreadable(bound.text, "after the operator: a number, or " +
                                      condition.error().text());
  }
  bound.low = distance.value_or(0);
  bound.relative_to = *std::move(condition);
  return bound;
}

util::Result<Bound> compared(Bound bound, std::string_view rest) {
  const auto value = number(rest);
  if (!value) {
    return relative(std::move(bound), rest);
  }
  bound.low = *value;
  return bound;
}

util::Result<Bound> range(Bound bound) {
  const std::string_view text = bound.text;
  const std::size_t dots = text.find("..");
  if (dots != std::string_view::npos) {
    const auto low = number(text.substr(0, dots));
    const auto high = number(text.substr(dots + 2));
    if (low && high && *low > *high) {
      return unreadable(bound.text, "the range is empty");
    }
    if (low && high) {
      bound.kind = Bound::Kind::range;
      bound.low = *low;
      bound.high = *high;
      return bound;
    }
  }
  return unreadable(bound.text,
                    "expected a number, \"< N\", \"<= N\", \">= N\", \"N..M\", "
                    "\"pass\" or \"<= CONDITION + N\"");
}

}  // namespace

util::Result<Bound> parse_bound(const util::Json& json) {
  Bound bound;
  if (json.is_number()) {
    bound.low = json.get<double>();
    bound.text = util::to_text(json, -1);
    return bound;
  }
  bound.text = json.get<std::string>();
  const std::string_view text = trimmed(bound.text);
  if (text == "pass") {
    bound.kind = Bound::Kind::pass;
    return bound;
  }
  for (const OpRow& row : kOps) {
    if (text.starts_with(row.text)) {
      bound.kind = row.kind;
      // A copy: TEXT looks into BOUND.
      const std::string rest(text.substr(row.text.size()));
      return compared(std::move(bound), rest);
    }
  }
  return range(std::move(bound));
}

}  // namespace heed::matrix
