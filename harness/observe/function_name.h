#pragma once

#include <string>
#include <string_view>

namespace heed::observe {

/// The name of a function as a debugger writes it, without namespaces,
/// arguments and suffixes: `toy::(anonymous namespace)::sum(int)` is `sum`,
/// `sum(int) [clone .cold]` and `sum'2` are `sum`.
[[nodiscard]] std::string unqualified(std::string_view function);

/// True for the names of init functions: `…_init`, and those few that run at
/// start-up under other names.
[[nodiscard]] bool is_init_function(std::string_view unqualified_name);

}  // namespace heed::observe
