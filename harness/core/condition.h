#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/util/error.h"

namespace heed::core {

/// One language for selections, `exclude`, `depends_on`, `when` and accepted
/// findings:
///
///   cond  = or [ "->" cond ]
///   or    = and { "|" and }
///   and   = not { "&" not }
///   not   = [ "!" ] ( atom | "(" cond ")" )
///   atom  = name op value | name "in" "{" value { "," value } "}"
///         | "true" | "false"
///   op    = "=" | "!=" | "~" | "<" | "<=" | ">" | ">="
///   value = bare word | JSON string | "$" name
///   name  = SETTING | module "." SETTING | "self." SETTING | "@" fact
///
/// In a selection (allow_words) a bare word alone matches part of the cell
/// name; it is the atom `@cell ~ word`.
class Condition {
 public:
  /// What a name stands for; nullopt when it is unknown.
  using Lookup =
      std::function<std::optional<std::string>(std::string_view name)>;

  struct Node;  ///< the parsed tree, defined in condition.cc

  /// Errors: `why` names the column and what was expected there.
  [[nodiscard]] static util::Result<Condition> parse(std::string_view text,
                                                     bool allow_words = false);

  /// The condition that always holds.
  Condition();

  /// An unknown name makes its atom false; check names() beforehand.
  /// Ordering operators compare integers; a non-integer makes the atom false.
  [[nodiscard]] bool holds(const Lookup& lookup) const;

  /// Every name used, "$name" values included, sorted, without duplicates.
  [[nodiscard]] std::vector<std::string> names() const;

  /// Each (name, value) compared by = or !=, or listed by `in`, so that
  /// values can be checked against what is declared.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> comparisons()
      const;

  /// The text it was parsed from.
  [[nodiscard]] const std::string& text() const { return text_; }

  bool operator==(const Condition& other) const { return text_ == other.text_; }

 private:
  std::string text_;
  std::shared_ptr<const Node> root_;
};

}  // namespace heed::core
