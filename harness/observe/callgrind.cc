#include "harness/observe/callgrind.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "harness/observe/facts.h"

namespace heed::observe {
namespace {

using Key = std::pair<std::string, std::string>;  // file, function

/// Names by id, apart for files and functions; objects are not needed.
class Names {
 public:
  /// `name`, `(id) name` which defines ID, or `(id)` which uses it. A name may
  /// itself begin with a parenthesis, hence ids are digits.
  std::string resolve(std::string_view text) {
    const std::size_t close = text.find(')');
    const bool has_id = text.starts_with('(') &&
                        close != std::string_view::npos &&
                        number_of(text.substr(1, close - 1)).has_value();
    if (!has_id) {
      return std::string(text);
    }
    const std::string id(text.substr(1, close - 1));
    const std::string_view name = trimmed(text.substr(close + 1));
    if (!name.empty()) {
      by_id_[id] = name;
    }
    return by_id_[id];
  }

 private:
  std::map<std::string, std::string> by_id_;
};

class CallgrindParser {
 public:
  void take(std::string_view line) {
    const std::size_t equals = line.find('=');
    const std::string_view key = line.substr(0, equals);
    const bool has_key = equals != std::string_view::npos;
    const std::string_view value = has_key ? line.substr(equals + 1) : "";
    if (has_key && (key == "fl" || key == "fi" || key == "fe")) {
      file_ = key == "fl" ? files_.resolve(value) : keep(value);
    } else if (has_key && key == "fn") {
      current_ = {file_, functions_.resolve(value)};
      callee_file_.reset();
    } else if (has_key && (key == "cfi" || key == "cfl")) {
      callee_file_ = files_.resolve(value);
    } else if (has_key && key == "cfn") {
      callee_ = {callee_file_.value_or(file_), functions_.resolve(value)};
      callee_file_.reset();
    } else if (has_key && key == "calls") {
      pending_calls_ = number_of(value.substr(0, value.find(' ')));
    } else if (line.starts_with("events:")) {
      find_ir(line);
    } else if (line.starts_with("totals:")) {
      total_ = cost_in(line);
    } else if (!line.empty() && is_position(line.front())) {
      add_cost(line);
    }
  }

  std::optional<Callgrind> finish() {
    if (!total_) {
      return std::nullopt;
    }
    Callgrind result;
    result.total = *total_;
    for (auto& [key, cost] : costs_) {
      cost.file = key.first;
      cost.name = key.second;
      result.functions.push_back(std::move(cost));
    }
    return result;
  }

 private:
  static bool is_position(char c) {
    return (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '*';
  }

  // Lines inlined from another file change where a cost stands, not whose it
  // is; the name may still be defined here for later use.
  std::string keep(std::string_view value) {
    static_cast<void>(files_.resolve(value));
    return file_;
  }

  void find_ir(std::string_view line) {
    const auto events = words_of(line.substr(line.find(':') + 1));
    const auto found = std::ranges::find(events, "Ir");
    ir_ = static_cast<std::size_t>(found - events.begin());
  }

  // The Ir behind the first word; events left out at the end are 0.
  [[nodiscard]] double cost_in(std::string_view line) const {
    const auto words = words_of(line);
    return ir_ + 1 < words.size() ? number_of(words[ir_ + 1]).value_or(0) : 0;
  }

  void add_cost(std::string_view line) {
    const double cost = cost_in(line);
    if (!pending_calls_) {
      costs_[current_].own += cost;
      return;
    }
    costs_[current_].called += cost;
    costs_[callee_].inclusive += cost;
    costs_[callee_].calls += *pending_calls_;
    pending_calls_.reset();
  }

  Names files_;
  Names functions_;
  std::string file_;
  Key current_;
  Key callee_;
  std::optional<std::string> callee_file_;
  std::optional<double> pending_calls_;
  std::size_t ir_ = 0;
  std::optional<double> total_;
  std::map<Key, FunctionCost> costs_;
};

}  // namespace

util::Result<Callgrind> parse_callgrind(std::string_view text) {
  util::Error error;
  error.what = "cannot read callgrind output";
  error.why = "no-output";
  if (trimmed(text).empty()) {
    return tl::unexpected(error);
  }
  CallgrindParser parser;
  for (const std::string_view line : lines_of(text)) {
    parser.take(line);
  }
  if (auto result = parser.finish()) {
    return *std::move(result);
  }
  error.why = "torn-output";
  return tl::unexpected(error);
}

}  // namespace heed::observe
