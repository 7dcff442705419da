#include "harness/core/condition_parser.h"

#include <array>
#include <cctype>
#include <optional>
#include <utility>

#include "harness/util/format.h"
#include "harness/util/json.h"
#include "harness/util/try.h"

namespace heed::core {
namespace {

using Node = Condition::Node;
using NodePointer = std::shared_ptr<const Node>;
using Parsed = util::Result<NodePointer>;

/// Deeper nesting is an error, so that no text can exhaust the stack.
constexpr int kMaxDepth = 200;

struct OpRow {
  std::string_view text;
  Node::Op op;
};

/// Longer spellings first.
constexpr std::array kOps = {
    OpRow{"!=", Node::Op::differs},  OpRow{"<=", Node::Op::at_most},
    OpRow{">=", Node::Op::at_least}, OpRow{"=", Node::Op::equal},
    OpRow{"~", Node::Op::contains},  OpRow{"<", Node::Op::less},
    OpRow{">", Node::Op::greater},
};

bool is_word_byte(char byte) {
  const auto value = static_cast<unsigned char>(byte);
  constexpr std::string_view others = "_.-+/:";
  return std::isalnum(value) != 0 || value >= 0x80U ||
         others.find(byte) != std::string_view::npos;
}

NodePointer constant(bool is_true) {
  Node node;
  node.is_true = is_true;
  return std::make_shared<const Node>(std::move(node));
}

/// One alternative stays what it is.
NodePointer combined(Node::Kind kind, std::vector<NodePointer> children) {
  if (children.size() == 1) {
    return children.front();
  }
  Node node;
  node.kind = kind;
  node.children = std::move(children);
  return std::make_shared<const Node>(std::move(node));
}

/// Recursive descent, a function for each line of the grammar.
class Parser {
 public:
  Parser(std::string_view text, bool allow_words)
      : text_(text), allow_words_(allow_words) {}

  Parsed parse() {
    TRY_ASSIGN(NodePointer root, condition());
    skip_space();
    if (position_ != text_.size()) {
      return expected("an operator or the end");
    }
    return root;
  }

 private:
  Parsed condition() {
    if (++depth_ > kMaxDepth) {
      return expected("nesting of at most 200 levels");
    }
    TRY_ASSIGN(NodePointer left, disjunction());
    if (accept("->")) {
      TRY_ASSIGN(NodePointer right, condition());
      left = combined(Node::Kind::implies, {left, right});
    }
    --depth_;
    return left;
  }

  Parsed disjunction() {
    std::vector<NodePointer> children;
    do {
      TRY_ASSIGN(NodePointer child, conjunction());
      children.push_back(std::move(child));
    } while (accept("|"));
    return combined(Node::Kind::any, std::move(children));
  }

  Parsed conjunction() {
    std::vector<NodePointer> children;
    do {
      TRY_ASSIGN(NodePointer child, negation());
      children.push_back(std::move(child));
    } while (accept("&"));
    return combined(Node::Kind::all, std::move(children));
  }

  Parsed negation() {
    if (accept("!")) {
      TRY_ASSIGN(NodePointer child, primary());
      Node node;
      node.kind = Node::Kind::negation;
      node.children = {std::move(child)};
      return std::make_shared<const Node>(std::move(node));
    }
    return primary();
  }

  Parsed primary() {
    if (accept("(")) {
      TRY_ASSIGN(NodePointer inner, condition());
      if (!accept(")")) {
        return expected("\")\"");
      }
      return inner;
    }
    return atom();
  }

  Parsed atom() {
    skip_space();
    if (position_ < text_.size() && text_[position_] == '"' && allow_words_) {
      TRY_ASSIGN(std::string quoted, json_string());
      return word_atom(std::move(quoted));
    }
    TRY_ASSIGN(std::string name, word("a name, true, false or \"(\"", true));
    Node node;
    node.kind = Node::Kind::atom;
    node.name = std::move(name);
    const std::optional<Node::Op> op = comparison();
    if (op) {
      node.op = *op;
      TRY_ASSIGN(Node::Value operand, value());
      node.values.push_back(std::move(operand));
      return std::make_shared<const Node>(std::move(node));
    }
    if (accept_in()) {
      return listed(std::move(node));
    }
    if (node.name == "true" || node.name == "false") {
      return constant(node.name == "true");
    }
    if (allow_words_ && !node.name.starts_with('@')) {
      return word_atom(std::move(node.name));
    }
    return expected("= != ~ < <= > >= or in");
  }

  static Parsed word_atom(std::string part) {
    Node node;
    node.kind = Node::Kind::atom;
    node.op = Node::Op::contains;
    node.name = "@cell";
    node.values.push_back({false, std::move(part)});
    return std::make_shared<const Node>(std::move(node));
  }

  Parsed listed(Node node) {
    node.op = Node::Op::in;
    do {
      TRY_ASSIGN(Node::Value item, value());
      node.values.push_back(std::move(item));
    } while (accept(","));
    if (!accept("}")) {
      return expected("\",\" or \"}\"");
    }
    return std::make_shared<const Node>(std::move(node));
  }

  util::Result<Node::Value> value() {
    if (accept("$")) {
      TRY_ASSIGN(std::string name, word("a name after $", true));
      return Node::Value{true, std::move(name)};
    }
    if (position_ < text_.size() && text_[position_] == '"') {
      TRY_ASSIGN(std::string quoted, json_string());
      return Node::Value{false, std::move(quoted)};
    }
    TRY_ASSIGN(std::string bare, word("a value", false));
    return Node::Value{false, std::move(bare)};
  }

  util::Result<std::string> json_string() {
    std::size_t end = position_ + 1;
    while (end < text_.size() && text_[end] != '"') {
      end += text_[end] == '\\' ? 2 : 1;
    }
    const std::string_view literal =
        text_.substr(position_, end + 1 - position_);
    const util::Json json = util::Json::parse(literal, nullptr, false);
    if (end >= text_.size() || !json.is_string()) {
      return expected("a JSON string");
    }
    position_ = end + 1;
    return json.get<std::string>();
  }

  util::Result<std::string> word(std::string_view what, bool is_name) {
    skip_space();
    std::size_t end = position_;
    if (is_name && end < text_.size() && text_[end] == '@') {
      ++end;
    }
    const std::size_t first = end;
    while (end < text_.size() && is_word_byte(text_[end]) &&
           text_.substr(end, 2) != "->") {
      ++end;
    }
    if (end == first) {
      return expected(what);
    }
    std::string out(text_.substr(position_, end - position_));
    position_ = end;
    return out;
  }

  std::optional<Node::Op> comparison() {
    for (const OpRow& row : kOps) {
      if (accept(row.text)) {
        return row.op;
      }
    }
    return std::nullopt;
  }

  /// `in` counts only before "{": elsewhere it is a word like any other.
  bool accept_in() {
    const std::size_t start = position_;
    if (accept("in") && accept("{")) {
      return true;
    }
    position_ = start;
    return false;
  }

  bool accept(std::string_view token) {
    skip_space();
    if (!text_.substr(position_).starts_with(token)) {
      return false;
    }
    position_ += token.size();
    return true;
  }

  void skip_space() {
    while (position_ < text_.size() &&
           std::isspace(static_cast<unsigned char>(text_[position_])) != 0) {
      ++position_;
    }
  }

  [[nodiscard]] tl::unexpected<util::Error> expected(
      std::string_view what) const {
    return tl::unexpected(util::Error{
        "cannot parse condition", util::format("\"{}\"", text_),
        util::format("expected {} at column {}", what, position_ + 1), ""});
  }

  std::string_view text_;
  bool allow_words_;
  std::size_t position_ = 0;
  int depth_ = 0;
};

}  // namespace

Parsed parse_condition(std::string_view text, bool allow_words) {
  return Parser(text, allow_words).parse();
}

}  // namespace heed::core
