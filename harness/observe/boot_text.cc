#include "harness/observe/boot_text.h"

#include <algorithm>
#include <array>

#include "harness/observe/facts.h"
#include "harness/util/format.h"
#include "harness/util/hash.h"

namespace heed::observe {
namespace {

constexpr std::string_view kMark = "== ";
constexpr std::array<std::string_view, 4> kStatuses = {"booted", "refused",
                                                       "panic", "failed"};

std::string without_carriage_returns(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r' || i + 1 == text.size() || text[i + 1] != '\n') {
      plain.push_back(text[i]);
    }
  }
  return plain;
}

bool is_section_name(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, [](char c) {
    return (c >= 'a' && c <= 'z') || c == '-';
  });
}

/// The name on `== NAME`; empty for any other line.
std::string_view opened_by(std::string_view line) {
  if (!line.starts_with(kMark)) {
    return {};
  }
  const std::string_view name = line.substr(kMark.size());
  return is_section_name(name) ? name : std::string_view{};
}

/// The words of `== end NAME BYTES CRC32` behind `== end`; empty otherwise.
std::vector<std::string_view> closed_by(std::string_view line) {
  auto words = words_of(line);
  if (words.size() != 5 || words[0] != "==" || words[1] != "end") {
    return {};
  }
  words.erase(words.begin(), words.begin() + 2);
  return words;
}

std::optional<std::string> status_on(std::string_view line) {
  const auto words = words_of(line);
  if (words.size() != 3 || words[0] != "==" || words[1] != "done" ||
      std::ranges::find(kStatuses, words[2]) == kStatuses.end()) {
    return std::nullopt;
  }
  return std::string(words[2]);
}

class BootParser {
 public:
  explicit BootParser(std::string_view text) : text_(text) {}

  BootText parse() {
    for (const std::string_view line : lines_of(text_)) {
      take(line);
    }
    if (open_ == "log") {
      result_.unfinished_log =
          text_.substr(static_cast<std::size_t>(body_ - text_.data()));
    }
    if (!open_.empty()) {
      tear(open_);
    }
    return std::move(result_);
  }

 private:
  void take(std::string_view line) {
    if (const auto end = closed_by(line); !end.empty()) {
      close(line, end);
    } else if (const std::string_view name = opened_by(line); !name.empty()) {
      if (!open_.empty()) {
        tear(open_);
      }
      open_ = name;
      // The last line may have no end; then nothing follows it.
      body_ = line.data() + line.size();
      body_ += body_ == text_.data() + text_.size() ? 0 : 1;
    } else if (const auto status = status_on(line)) {
      if (!open_.empty()) {
        tear(open_);
      }
      result_.status = status;
    } else if (open_.empty()) {
      result_.console.emplace_back(line);
    }
  }

  void close(std::string_view line, const std::vector<std::string_view>& end) {
    const std::string name(end[0]);
    if (open_ != name) {
      tear(name);
      return;
    }
    const std::string_view body(body_,
                                static_cast<std::size_t>(line.data() - body_));
    open_.clear();
    const bool is_intact = util::format("{}", body.size()) == end[1] &&
                           util::crc32_hex(body) == end[2];
    // A name printed twice cannot be told apart: neither is believed.
    if (!is_intact || result_.sections.contains(name)) {
      result_.sections.erase(name);
      tear(name);
      return;
    }
    result_.sections.emplace(name, body);
  }

  void tear(std::string name) {
    open_.clear();
    if (std::ranges::find(result_.torn, name) == result_.torn.end()) {
      result_.torn.push_back(std::move(name));
    }
  }

  std::string_view text_;
  std::string open_;            // name of the section being read
  const char* body_ = nullptr;  // where its body begins in text_
  BootText result_;
};

}  // namespace

BootText parse_boot_text(std::string_view text) {
  const std::string plain = without_carriage_returns(text);
  return BootParser(plain).parse();
}

}  // namespace heed::observe
