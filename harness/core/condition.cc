#include "harness/core/condition.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <utility>

#include "harness/core/condition_node.h"
#include "harness/core/condition_parser.h"

namespace heed::core {
namespace {

using Node = Condition::Node;

std::optional<long long> integer(std::string_view text) {
  long long number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, code] = std::from_chars(text.data(), end, number);
  return code == std::errc() && rest == end ? std::optional(number)
                                            : std::nullopt;
}

bool compare(Node::Op op, const std::string& left, const std::string& right) {
  switch (op) {
    case Node::Op::equal:
    case Node::Op::in:
      return left == right;
    case Node::Op::differs:
      return left != right;
    case Node::Op::contains:
      return left.find(right) != std::string::npos;
    case Node::Op::less:
    case Node::Op::at_most:
    case Node::Op::greater:
    case Node::Op::at_least:
      break;
  }
  const auto a = integer(left);
  const auto b = integer(right);
  if (!a || !b) {
    return false;
  }
  return (op == Node::Op::less && *a < *b) ||
         (op == Node::Op::at_most && *a <= *b) ||
         (op == Node::Op::greater && *a > *b) ||
         (op == Node::Op::at_least && *a >= *b);
}

bool atom_holds(const Node& node, const Condition::Lookup& lookup) {
  const std::optional<std::string> left = lookup(node.name);
  return left && std::any_of(node.values.begin(), node.values.end(),
                             [&](const Node::Value& value) {
                               const auto right =
                                   value.is_name ? lookup(value.text)
                                                 : std::optional(value.text);
                               return right && compare(node.op, *left, *right);
                             });
}

bool node_holds(const Node& node, const Condition::Lookup& lookup) {
  const auto child_holds = [&](const std::shared_ptr<const Node>& child) {
    return node_holds(*child, lookup);
  };
  const auto& children = node.children;
  switch (node.kind) {
    case Node::Kind::constant:
      return node.is_true;
    case Node::Kind::atom:
      return atom_holds(node, lookup);
    case Node::Kind::negation:
      return !child_holds(children.front());
    case Node::Kind::all:
      return std::all_of(children.begin(), children.end(), child_holds);
    case Node::Kind::any:
      return std::any_of(children.begin(), children.end(), child_holds);
    case Node::Kind::implies:
      return !child_holds(children.front()) || child_holds(children.back());
  }
  return false;
}

template <typename Visit>
void for_each_atom(const Node& node, const Visit& visit) {
  if (node.kind == Node::Kind::atom) {
    visit(node);
  }
  for (const auto& child : node.children) {
    for_each_atom(*child, visit);
  }
}

}  // namespace

Condition::Condition() : text_("true") {
  Node node;
  node.is_true = true;
  root_ = std::make_shared<const Node>(std::move(node));
}

util::Result<Condition> Condition::parse(std::string_view text,
                                         bool allow_words) {
  auto root = parse_condition(text, allow_words);
  if (!root) {
    return tl::unexpected(std::move(root).error());
  }
  Condition condition;
  condition.text_ = std::string(text);
  condition.root_ = *std::move(root);
  return condition;
}

bool Condition::holds(const Lookup& lookup) const {
  return node_holds(*root_, lookup);
}

std::vector<std::string> Condition::names() const {
  std::set<std::string> names;
  for_each_atom(*root_, [&](const Node& node) {
    names.insert(node.name);
    for (const Node::Value& value : node.values) {
      if (value.is_name) {
        names.insert(value.text);
      }
    }
  });
  return {names.begin(), names.end()};
}

std::vector<std::pair<std::string, std::string>> Condition::comparisons()
    const {
  std::vector<std::pair<std::string, std::string>> pairs;
  for_each_atom(*root_, [&](const Node& node) {
    if (node.op != Node::Op::equal && node.op != Node::Op::differs &&
        node.op != Node::Op::in) {
      return;
    }
    for (const Node::Value& value : node.values) {
      if (!value.is_name) {
        pairs.emplace_back(node.name, value.text);
      }
    }
  });
  return pairs;
}

}  // namespace heed::core
