#include <algorithm>
#include <string>

#include "crypto/boot.h"

namespace crypto {
namespace {

constexpr std::string_view kNotests = ".notests";
constexpr std::string_view kNoslowtests = ".noslowtests";

// As the kernel compares parameter names.
bool is_same_name(std::string_view a, std::string_view b) {
  const auto fold = [](char c) { return c == '-' ? '_' : c; };
  return std::ranges::equal(a, b, {}, fold, fold);
}

// The kernel's kstrtobool, short of its longer words.
std::optional<bool> parse_bool(std::string_view text) {
  if (text == "1" || text == "y" || text == "Y" || text == "on") {
    return true;
  }
  if (text == "0" || text == "n" || text == "N" || text == "off") {
    return false;
  }
  return std::nullopt;
}

void split_names(std::string_view list, std::vector<std::string_view>& names) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    names.push_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
}

struct Word {
  std::string_view name;
  std::string_view value;
  bool has_value = false;
};

Word split_word(std::string_view word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string_view::npos) {
    return {word, {}, false};
  }
  return {word.substr(0, equals), word.substr(equals + 1), true};
}

// The module that a word `MODULE` SUFFIX names; empty if it is no such word.
std::string_view module_of(std::string_view name, std::string_view suffix) {
  if (name.size() <= suffix.size() ||
      !is_same_name(name.substr(name.size() - suffix.size()), suffix)) {
    return {};
  }
  return name.substr(0, name.size() - suffix.size());
}

// Its index; as many as there are for none under test.
std::size_t index_of(std::string_view module,
                     std::span<const ModuleInfo* const> modules) {
  const auto found = std::ranges::find_if(modules, [&](const auto* info) {
    return info->is_under_test && is_same_name(module, info->name);
  });
  return static_cast<std::size_t>(found - modules.begin());
}

// False if nobody reads the word.
bool read_module_word(const Word& word, std::optional<bool> value,
                      std::span<const ModuleInfo* const> modules,
                      BootParameters& parameters) {
  for (const std::string_view suffix : {kNotests, kNoslowtests}) {
    const auto module = module_of(word.name, suffix);
    if (module.empty() || !value) {
      continue;
    }
    const std::size_t index = index_of(module, modules);
    if (index == modules.size()) {
      if (suffix == kNotests) {
        parameters.foreign.push_back(module);
      }
      return false;
    }
    if (suffix == kNotests) {
      parameters.module_notests[index] = value;
    } else {
      parameters.module_noslowtests[index] = *value;
    }
    return true;
  }
  return false;
}

bool read_word(const Word& word, std::span<const ModuleInfo* const> modules,
               BootParameters& parameters) {
  const auto value = word.has_value ? parse_bool(word.value) : true;
  if (is_same_name(word.name, "cryptomgr.notests")) {
    parameters.notests = value.value_or(parameters.notests);
    return value.has_value();
  }
  if (is_same_name(word.name, "fips")) {
    const bool is_valid = word.has_value && value.has_value();
    parameters.fips = is_valid ? *value : parameters.fips;
    return is_valid;
  }
  if (is_same_name(word.name, "initcall_blacklist") && word.has_value) {
    split_names(word.value, parameters.blacklist);
    return true;
  }
  return read_module_word(word, value, modules, parameters);
}

}  // namespace

BootParameters parse_parameters(std::span<const std::string_view> words,
                                std::span<const ModuleInfo* const> modules) {
  // Room for all there may be: what an init allocates must not depend on what
  // the command line said.
  BootParameters parameters;
  parameters.module_notests.resize(modules.size());
  parameters.module_noslowtests.resize(modules.size());
  parameters.blacklist.reserve(32);
  parameters.ignored.reserve(256);
  parameters.foreign.reserve(32);
  for (const std::string_view word : words) {
    if (!read_word(split_word(word), modules, parameters)) {
      parameters.ignored.push_back(word);
    }
  }
  return parameters;
}

}  // namespace crypto
