#include "harness/report/text.h"

#include <algorithm>
#include <cmath>
#include <ctime>

#include "harness/util/format.h"
#include "harness/util/utf8.h"

namespace heed::report {
namespace {

constexpr std::size_t kShortId = 6;

bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// The largest whole-sequence prefix of at most LIMIT bytes.
std::size_t cut_before(std::string_view text, std::size_t limit) {
  std::size_t end = std::min(limit, text.size());
  while (end > 0 && end < text.size() && is_continuation(text[end])) {
    --end;
  }
  return end;
}

std::optional<std::time_t> time_in(const std::string& text) {
  std::tm utc{};
  const char* const end = strptime(text.c_str(), "%Y-%m-%dT%H:%M:%SZ", &utc);
  if (end == nullptr || *end != '\0') {
    return std::nullopt;
  }
  return timegm(&utc);
}

}  // namespace

std::string counted(std::uint64_t count, std::string_view noun) {
  return util::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string printable(std::string_view text) {
  std::string out;
  for (const char byte : util::valid_utf8(text)) {
    const auto code = static_cast<unsigned char>(byte);
    const bool is_control = code < 0x20 || code == 0x7F;
    if (is_control && byte != '\n' && byte != '\t') {
      out += util::format("\\x{:02x}", code);
    } else {
      out += byte;
    }
  }
  return out;
}

std::string one_line(std::string_view text, std::size_t limit) {
  std::string out;
  for (const char byte : printable(text)) {
    if (byte == '\n') {
      out += " | ";
    } else {
      out += byte == '\t' ? ' ' : byte;
    }
  }
  if (out.size() > limit) {
    out.resize(cut_before(out, limit));
    out += "…";
  }
  return out;
}

std::string head_and_tail(std::string_view text, std::string_view log,
                          std::size_t limit) {
  if (text.size() <= limit) {
    return std::string(text);
  }
  const std::size_t head = cut_before(text, limit / 2);
  std::size_t tail = text.size() - (limit - limit / 2);
  while (tail < text.size() && is_continuation(text[tail])) {
    ++tail;
  }
  return util::format(
      "{}\n[... {} bytes left out{}{} ...]\n{}", text.substr(0, head),
      tail - head, log.empty() ? "" : "; all of it: ", log, text.substr(tail));
}

std::string short_id(const std::vector<core::CellResult>& cells,
                     std::string_view id) {
  for (std::size_t length = kShortId; length < id.size(); ++length) {
    const std::string_view prefix = id.substr(0, length);
    const bool is_unique = std::all_of(
        cells.begin(), cells.end(), [&](const core::CellResult& other) {
          return other.cell.id == id || !other.cell.id.starts_with(prefix);
        });
    if (is_unique) {
      return std::string(prefix);
    }
  }
  return std::string(id);
}

std::string short_name(const std::vector<core::CellResult>& cells,
                       const core::Cell& cell) {
  const std::size_t mark = cell.name.rfind('~');
  if (mark == std::string::npos) {
    return printable(cell.name);
  }
  return printable(cell.name.substr(0, mark + 1)) + short_id(cells, cell.id);
}

std::string context_text(const std::map<std::string, std::string>& context) {
  if (context.empty()) {
    return "all settings at their default";
  }
  std::string out;
  for (const auto& [name, value] : context) {
    out += one_line(name) + "=" + one_line(value) + ", ";
  }
  return out + "all other settings at their default";
}

std::string identity_text(const core::Counts& counts) {
  return util::format(
      "run {} + reused {} + excluded {} + sampled-out {} + other-shards {} + "
      "inconclusive {} = {}",
      counts.run, counts.reused, counts.excluded, counts.sampled_out,
      counts.other_shards, counts.inconclusive, counts.product);
}

std::string clock_text(double seconds) {
  constexpr std::int64_t kMinute = 60;
  const auto whole = static_cast<std::int64_t>(std::llround(seconds));
  const std::int64_t minutes = whole / kMinute;
  if (minutes < kMinute) {
    return util::format("{:02}:{:02}", minutes, whole % kMinute);
  }
  return util::format("{}:{:02}:{:02}", minutes / kMinute, minutes % kMinute,
                      whole % kMinute);
}

double seconds_between(const std::string& from, const std::string& to) {
  const auto begin = time_in(from);
  const auto end = time_in(to);
  return begin && end ? std::difftime(*end, *begin) : 0.0;
}

}  // namespace heed::report
