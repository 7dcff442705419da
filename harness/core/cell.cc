#include "harness/core/cell.h"

#include <algorithm>
#include <cctype>

#include "harness/util/hash.h"

namespace heed::core {
namespace {

constexpr std::size_t kIdDigits = 12;
constexpr std::size_t kFolderCharacters = 48;

/// Escapes what separates, so that different values give different texts.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char byte : text) {
    if (byte == '\n') {
      out += "\\n";
    } else if (byte == '\\') {
      out += "\\\\";
    } else {
      out += byte;
    }
  }
  return out;
}

std::string short_id(std::string_view text) {
  return util::sha256_hex(text).substr(0, kIdDigits);
}

/// PATTERN with VALUE for each {value}. As on a kernel's command line, a value
/// with spaces is quoted.
std::string boot_word(const std::string& pattern, std::string value) {
  constexpr std::string_view place = "{value}";
  if (value.find_first_of(" \t\n") != std::string::npos) {
    value = '"' + value + '"';
  }
  std::string word = pattern;
  std::size_t at = word.find(place);
  while (at != std::string::npos) {
    word.replace(at, place.size(), value);
    at = word.find(place, at + value.size());
  }
  return word;
}

std::string command_line(const std::vector<Setting>& settings,
                         const Values& values) {
  std::string line;
  for (const Setting& setting : settings) {
    const std::string& value = values.at(setting.name);
    if (setting.stage == Stage::boot && !setting.boot.empty() &&
        !passes_nothing(value)) {
      line += (line.empty() ? "" : " ") + boot_word(setting.boot, value);
    }
  }
  return line;
}

std::string short_text(const std::vector<Setting>& settings,
                       const Values& values) {
  std::string text;
  for (const Setting& setting : settings) {
    const std::string& value = values.at(setting.name);
    if (value != setting.default_value) {
      text += (text.empty() ? "" : ",") + setting.name + "=" + value;
    }
  }
  return text.empty() ? "default" : text;
}

}  // namespace

std::string canonical_text(const Values& values, const Identity& identity) {
  std::vector<std::string> lines = {"target=" + escaped(identity.target),
                                    "toolchain=" + escaped(identity.toolchain)};
  // The kinds of keys are told apart: a variable may be named like a setting.
  for (const auto& [name, value] : values) {
    lines.push_back("setting:" + escaped(name) + "=" + escaped(value));
  }
  for (const auto& [name, value] : identity.variables) {
    lines.push_back("variable:" + escaped(name) + "=" + escaped(value));
  }
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (const std::string& line : lines) {
    text += line + '\n';
  }
  return text;
}

Cell make_cell(const std::vector<Setting>& settings, const Values& values,
               const std::string& preset, const Identity& identity) {
  Cell cell;
  for (const Setting& setting : settings) {
    const auto found = values.find(setting.name);
    const std::string& value =
        found == values.end() ? setting.default_value : found->second;
    cell.values[setting.name] = value;
    if (setting.stage == Stage::build) {
      cell.build.values[setting.name] = value;
      cell.build.settings.push_back(setting);
    } else {
      cell.boot.values[setting.name] = value;
    }
  }
  cell.build.preset = preset;
  cell.build.id = short_id("preset=" + escaped(preset) + "\n" +
                           canonical_text(cell.build.values, identity));
  cell.boot.command_line = command_line(settings, cell.values);
  cell.id = short_id(canonical_text(cell.values, identity));
  cell.short_text = short_text(settings, cell.values);
  cell.name =
      identity.target + "/" + preset + "/" + cell.short_text + "~" + cell.id;
  return cell;
}

std::string folder_name(const Cell& cell) {
  constexpr std::string_view kept = "._=-";
  std::string folder = cell.name.substr(0, kFolderCharacters);
  for (char& byte : folder) {
    const bool is_kept = std::isalnum(static_cast<unsigned char>(byte)) != 0 ||
                         kept.find(byte) != std::string_view::npos;
    byte = is_kept ? byte : '_';
  }
  return folder + "-" + cell.id;
}

}  // namespace heed::core
