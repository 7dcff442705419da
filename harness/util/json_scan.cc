#include "harness/util/json_scan.h"

#include <algorithm>
#include <set>
#include <utility>

#include "harness/util/json.h"

namespace heed::util {
namespace {

constexpr std::string_view kBetween = " \t\r\n,:";
constexpr std::string_view kScalarEnd = " \t\r\n,]}";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// An object or array that is open at the current position.
struct Frame {
  std::string pointer;
  bool is_object = false;
  bool has_key = false;  ///< a key was read, its value comes next
  std::size_t index = 0;
  std::string key;
  std::set<std::string> keys;
};

/// The offset behind the string literal that begins at POSITION.
std::size_t string_end(std::string_view text, std::size_t position) {
  ++position;
  while (position < text.size() && text[position] != '"') {
    position += text[position] == '\\' ? 2 : 1;
  }
  return std::min(position + 1, text.size());
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  JsonScan scan() {
    position_ = text_.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
    while (!scan_.is_too_deep) {
      position_ = text_.find_first_not_of(kBetween, position_);
      if (position_ == std::string_view::npos) {
        break;
      }
      step();
    }
    return std::move(scan_);
  }

 private:
  void step() {
    const char byte = text_[position_];
    if (byte == '}' || byte == ']') {
      ++position_;
      if (!open_.empty()) {
        open_.pop_back();
      }
    } else if (!open_.empty() && open_.back().is_object &&
               !open_.back().has_key) {
      read_key(open_.back());
    } else {
      read_value(byte);
    }
  }

  void read_key(Frame& frame) {
    const std::size_t end = string_end(text_, position_);
    const std::string literal(text_.substr(position_, end - position_));
    // Escapes are decoded: "\u0061" repeats "a".
    const Json key = Json::parse(literal, nullptr, false);
    frame.key = key.is_string() ? key.get<std::string>() : literal;
    frame.has_key = true;
    if (!frame.keys.insert(frame.key).second) {
      scan_.duplicates.push_back(
          {frame.pointer + pointer_step(frame.key), position_});
    }
    position_ = end;
  }

  void read_value(char byte) {
    std::string pointer = next_pointer();
    scan_.values.push_back({pointer, position_});
    if (byte == '{' || byte == '[') {
      ++position_;
      scan_.is_too_deep = open_.size() >= kMaxJsonDepth;
      Frame frame;
      frame.pointer = std::move(pointer);
      frame.is_object = byte == '{';
      open_.push_back(std::move(frame));
    } else if (byte == '"') {
      position_ = string_end(text_, position_);
    } else {
      const std::size_t end = text_.find_first_of(kScalarEnd, position_);
      position_ = end == std::string_view::npos ? text_.size() : end;
    }
  }

  std::string next_pointer() {
    if (open_.empty()) {
      return "";
    }
    Frame& frame = open_.back();
    if (frame.is_object) {
      frame.has_key = false;
      return frame.pointer + pointer_step(frame.key);
    }
    return frame.pointer + "/" + std::to_string(frame.index++);
  }

  std::string_view text_;
  std::size_t position_ = 0;
  std::vector<Frame> open_;
  JsonScan scan_;
};

}  // namespace

JsonScan scan_json(std::string_view text) { return Scanner(text).scan(); }

LineColumn line_column(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const std::size_t newline = before.rfind('\n');
  const std::size_t start = newline == std::string_view::npos ? 0 : newline + 1;
  return {static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1,
          static_cast<int>(before.size() - start) + 1};
}

std::string pointer_step(std::string_view key) {
  std::string step = "/";
  for (const char byte : key) {
    if (byte == '~') {
      step += "~0";
    } else if (byte == '/') {
      step += "~1";
    } else {
      step += byte;
    }
  }
  return step;
}

}  // namespace heed::util
