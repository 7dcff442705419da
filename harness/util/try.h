#pragma once

#include <utility>

#include <tl/expected.hpp>

#define HEED_TRY_CONCAT_(a, b) a##b
#define HEED_TRY_NAME_(line) HEED_TRY_CONCAT_(try_result_, line)

/// Assigns the value of EXPR to TARGET (a declaration or a variable), or
/// returns its error from the enclosing function.
// NOLINTBEGIN(bugprone-macro-parentheses): TARGET may be a declaration.
#define TRY_ASSIGN(target, expr)                                        \
  auto HEED_TRY_NAME_(__LINE__) = (expr);                               \
  if (!HEED_TRY_NAME_(__LINE__)) {                                      \
    return tl::unexpected(std::move(HEED_TRY_NAME_(__LINE__)).error()); \
  }                                                                     \
  target = std::move(HEED_TRY_NAME_(__LINE__)).value()
// NOLINTEND(bugprone-macro-parentheses)
