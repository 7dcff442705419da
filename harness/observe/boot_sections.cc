#include "harness/observe/boot_sections.h"

#include <array>
#include <optional>
#include <utility>

#include "harness/observe/facts.h"

namespace heed::observe {
namespace {

using Facts = std::vector<core::Observation>;

constexpr std::string_view kSelftests = ".selftests";

Facts observe_config_line(std::string_view line) {
  const auto words = words_of(line);
  if (words.empty()) {
    return {};
  }
  if (words[0] == "cmdline") {
    return {fact("", "cmdline", std::string(trimmed(line.substr(7))))};
  }
  if (words[0] == "ignored" && words.size() >= 2) {
    return {fact("", "ignored-word", std::string(trimmed(line.substr(7))))};
  }
  if (words.size() == 4 && words[2] == "=") {
    const std::string value(words[3]);
    if (words[0] == "loaded") {
      return {fact("", "loaded:" + std::string(words[1]), value)};
    }
    if (words[0] == "compiled" && words[1].ends_with(kSelftests)) {
      const auto module =
          words[1].substr(0, words[1].size() - kSelftests.size());
      return {fact("", "compiled:" + std::string(module), value)};
    }
  }
  return {unreadable("config", "torn-output")};
}

/// `key=value` words of a module's line; a word without `=` belongs to the
/// value before it, as in `state=failed (-80)`.
Labels pairs_of(const std::vector<std::string_view>& words) {
  Labels pairs;
  std::string last;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::size_t equals = words[i].find('=');
    if (equals == std::string_view::npos) {
      pairs[last].append(" ").append(words[i]);
      continue;
    }
    last = words[i].substr(0, equals);
    pairs[last] = words[i].substr(equals + 1);
  }
  return pairs;
}

Facts observe_module_line(std::string_view line) {
  static constexpr std::array<const char*, 5> kWords = {
      "decision", "reason", "state", "init", "level"};
  const auto words = words_of(line);
  if (words.empty()) {
    return {};
  }
  const std::string module(words[0]);
  const Labels pairs = pairs_of(words);
  Facts facts;
  for (const char* key : kWords) {
    if (!pairs.contains(key)) {
      return {unreadable("modules/" + module, "torn-output")};
    }
    facts.push_back(fact(module, key, pairs.at(key)));
  }
  const auto result =
      pairs.contains("result") ? number_of(pairs.at("result")) : std::nullopt;
  if (!result) {
    return {unreadable("modules/" + module, "torn-output")};
  }
  facts.push_back(fact(module, "result", *result));
  return facts;
}

/// Reads `label="value"` off the front of REST, and a comma behind it.
std::optional<std::pair<std::string, std::string>> take_label(
    std::string_view& rest) {
  const std::size_t equals = rest.find("=\"");
  if (equals == std::string_view::npos || equals == 0) {
    return std::nullopt;
  }
  std::pair<std::string, std::string> label{rest.substr(0, equals), ""};
  rest.remove_prefix(equals + 2);
  while (!rest.empty() && rest.front() != '"') {
    if (rest.front() == '\\' && rest.size() > 1) {
      rest.remove_prefix(1);
      label.second.push_back(rest.front() == 'n' ? '\n' : rest.front());
    } else {
      label.second.push_back(rest.front());
    }
    rest.remove_prefix(1);
  }
  if (rest.empty()) {
    return std::nullopt;
  }
  rest.remove_prefix(rest.starts_with("\",") ? 2 : 1);
  return label;
}

std::optional<core::Observation> counter_on(std::string_view line) {
  const std::size_t brace = line.find('{');
  const std::size_t space = line.find(' ');
  std::string_view name = line.substr(0, std::min(brace, space));
  Labels labels;
  std::string_view rest = line.substr(name.size());
  if (rest.starts_with('{')) {
    rest.remove_prefix(1);
    while (!rest.starts_with('}')) {
      auto label = take_label(rest);
      if (!label) {
        return std::nullopt;
      }
      labels.insert(*std::move(label));
    }
    rest.remove_prefix(1);
  }
  const auto value = number_of(trimmed(rest));
  if (name.empty() || !value || !rest.starts_with(' ')) {
    return std::nullopt;
  }
  auto module = labels.extract("module");
  core::Observation counter =
      fact(module.empty() ? "" : module.mapped(), std::string(name), *value,
           std::move(labels));
  if (name.ends_with("_seconds")) {
    counter.unit = "seconds";
  }
  return counter;
}

Facts append(Facts facts, Facts more) {
  facts.insert(facts.end(), std::make_move_iterator(more.begin()),
               std::make_move_iterator(more.end()));
  return facts;
}

}  // namespace

Facts observe_config(std::string_view body) {
  Facts facts;
  for (const std::string_view line : lines_of(body)) {
    facts = append(std::move(facts), observe_config_line(line));
  }
  return facts;
}

Facts observe_modules(std::string_view body) {
  Facts facts;
  for (const std::string_view line : lines_of(body)) {
    facts = append(std::move(facts), observe_module_line(line));
  }
  return facts;
}

Facts observe_counters(std::string_view body) {
  Facts facts;
  for (const std::string_view line : lines_of(body)) {
    if (trimmed(line).empty()) {
      continue;
    }
    auto counter = counter_on(line);
    facts.push_back(counter ? *std::move(counter)
                            : unreadable("counters", "torn-output"));
  }
  return facts;
}

Owners owners_in(std::string_view proc_crypto) {
  Owners owners;
  std::string driver;
  for (const std::string_view line : lines_of(proc_crypto)) {
    const std::size_t colon = line.find(':');
    const std::string_view key = trimmed(line.substr(0, colon));
    if (colon == std::string_view::npos) {
      driver.clear();
    } else if (key == "driver") {
      driver = trimmed(line.substr(colon + 1));
    } else if (key == "module" && !driver.empty()) {
      owners.emplace(driver, trimmed(line.substr(colon + 1)));
    }
  }
  return owners;
}

Facts observe_leaks(std::string_view body, const Owners& owners) {
  Facts facts;
  for (const std::string_view line : lines_of(body)) {
    const auto words = words_of(line);
    if (words.empty()) {
      continue;
    }
    const auto owner = owners.find(words.back());
    facts.push_back(fact(owner == owners.end() ? "" : owner->second, "leak",
                         std::string(trimmed(line)),
                         {{"kind", std::string(words[0])}}));
  }
  return facts;
}

}  // namespace heed::observe
