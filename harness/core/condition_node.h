#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/core/condition.h"

namespace heed::core {

/// The tree of a condition, between its parser and its evaluation.
struct Condition::Node {
  enum class Kind { constant, atom, negation, all, any, implies };
  enum class Op {
    equal,
    differs,
    contains,
    less,
    at_most,
    greater,
    at_least,
    in,
  };
  struct Value {
    bool is_name = false;  ///< `$name`: the value of another setting
    std::string text;
  };

  Kind kind = Kind::constant;
  bool is_true = false;       ///< of a constant
  Op op = Op::equal;          ///< of an atom
  std::string name;           ///< of an atom
  std::vector<Value> values;  ///< of an atom; several for `in`
  std::vector<std::shared_ptr<const Node>> children;
};

}  // namespace heed::core
