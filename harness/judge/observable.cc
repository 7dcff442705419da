#include "harness/judge/observable.h"

#include <algorithm>
#include <limits>
#include <map>

#include "harness/judge/facts.h"

namespace heed::judge {
namespace {

constexpr std::string_view kBoot = "boot.";

/// `name{label="value",…}` taken apart.
struct Query {
  std::string name;
  std::map<std::string, std::string> labels;
};

Query parse_query(std::string_view text) {
  Query query;
  const std::size_t brace = text.find('{');
  query.name = text.substr(0, brace);
  if (brace == std::string_view::npos) {
    return query;
  }
  text.remove_prefix(brace + 1);
  while (text.find("=\"") != std::string_view::npos) {
    const std::size_t equals = text.find("=\"");
    const std::string label(text.substr(0, equals));
    text.remove_prefix(equals + 2);
    const std::size_t quote = std::min(text.find('"'), text.size());
    query.labels[label] = text.substr(0, quote);
    text.remove_prefix(quote);
    const std::size_t next = text.find_first_not_of("\",} ");
    text.remove_prefix(std::min(next, text.size()));
  }
  return query;
}

bool has_labels(const core::Observation& fact, const Query& query) {
  return std::ranges::all_of(query.labels, [&](const auto& label) {
    const auto found = fact.labels.find(label.first);
    return found != fact.labels.end() && found->second == label.second;
  });
}

bool names_module(const core::Observation& fact, const std::string& module) {
  const auto scope = fact.labels.find("scope");
  return fact.subject == module ||
         (scope != fact.labels.end() && scope->second == module);
}

std::string instructions_suite(std::string_view boot) {
  return "instructions." + std::string(boot.starts_with(kBoot)
                                           ? boot.substr(kBoot.size())
                                           : boot);
}

/// True when another boot of this cell has instruction evidence and BOOT has
/// none: then only the other one can be asked.
bool is_counted_elsewhere(const core::CellResult& result,
                          std::string_view boot) {
  const bool is_any =
      std::ranges::any_of(result.suites, [](const core::SuiteOutput& output) {
        return output.kind == core::SuiteKind::instructions;
      });
  return is_any && find_suite(result, instructions_suite(boot)) == nullptr;
}

Reading read_counter(const core::CellResult& result, std::string_view boot,
                     const std::string& module, std::string_view observable) {
  const Query query = parse_query(observable);
  Reading reading;
  for (const core::Observation& fact : result.observations) {
    const auto* value = std::get_if<double>(&fact.value);
    if (value != nullptr && fact.suite == boot && fact.metric == query.name &&
        names_module(fact, module) && has_labels(fact, query)) {
      reading.value = reading.value.value_or(0) + *value;
    }
  }
  if (!reading.value) {
    reading.reason = why_missing(result.observations, boot);
  }
  return reading;
}

Reading read_init_instructions(const core::CellResult& result,
                               std::string_view boot,
                               const std::string& module) {
  const std::string suite = instructions_suite(boot);
  Reading reading{.value = std::nullopt,
                  .rung = core::Rung::r8,
                  .reason = "",
                  .applies = !is_counted_elsewhere(result, boot)};
  const auto init = find_text(result.observations, boot, module, "init");
  const core::Observation* fact =
      init ? find_fact(result.observations, suite, *init, "init_instructions")
           : nullptr;
  if (fact != nullptr) {
    reading.value = std::get<double>(fact->value);
  } else {
    reading.reason = why_missing(result.observations, suite);
  }
  return reading;
}

Reading read_selftest_symbols(const core::CellResult& result,
                              std::string_view boot,
                              const std::string& module) {
  const std::string suite = instructions_suite(boot);
  Reading reading{.value = std::nullopt,
                  .rung = core::Rung::r7,
                  .reason = "",
                  .applies = !is_counted_elsewhere(result, boot)};
  // Readable instructions without such a symbol mean that none was entered.
  if (find_fact(result.observations, suite, "", "total_instructions") ==
      nullptr) {
    reading.reason = why_missing(result.observations, suite);
    return reading;
  }
  reading.value = static_cast<double>(std::ranges::count_if(
      result.observations, [&](const core::Observation& fact) {
        return fact.suite == suite && fact.subject == module &&
               fact.metric == "selftest_symbol";
      }));
  return reading;
}

}  // namespace

Reading read_observable(const core::CellResult& result, std::string_view boot,
                        const std::string& module,
                        std::string_view observable) {
  if (observable == "init_instructions") {
    return read_init_instructions(result, boot, module);
  }
  if (observable == "selftest_symbols") {
    return read_selftest_symbols(result, boot, module);
  }
  return read_counter(result, boot, module, observable);
}

bool is_within(const core::Bound& bound, double value, double reference) {
  const double low = bound.low + reference;
  switch (bound.kind) {
    case core::Bound::Kind::equal:
      return value == low;
    case core::Bound::Kind::less:
      return value < low;
    case core::Bound::Kind::at_most:
      return value <= low;
    case core::Bound::Kind::at_least:
      return value >= low;
    case core::Bound::Kind::range:
      return low <= value && value <= bound.high + reference;
    case core::Bound::Kind::pass:
      return true;
  }
  return false;
}

double upper_end(const core::Bound& bound, double reference) {
  switch (bound.kind) {
    case core::Bound::Kind::equal:
    case core::Bound::Kind::less:
    case core::Bound::Kind::at_most:
      return bound.low + reference;
    case core::Bound::Kind::range:
      return bound.high + reference;
    case core::Bound::Kind::at_least:
    case core::Bound::Kind::pass:
      break;
  }
  return std::numeric_limits<double>::infinity();
}

}  // namespace heed::judge
