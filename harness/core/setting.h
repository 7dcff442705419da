#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace heed::core {

/// When a setting takes effect: build settings need a build of their own,
/// boot settings are words of the command line.
enum class Stage { build, boot };

/// A kernel symbol that stands for a build setting, and the versions with it.
struct KernelSymbol {
  std::string name;         ///< without CONFIG_
  bool is_inverse = false;  ///< it says the opposite of the setting
  std::string from;         ///< first version that has it; "" when from ever
  std::string before;       ///< first version without it; "" when for ever

  bool operator==(const KernelSymbol&) const = default;
};

/// A knob of the tested project, as declared; overrides are expanded, so that
/// `kdf_sp800108.notests` is a setting of its own.
struct Setting {
  std::string name;    ///< "notests", "kdf_sp800108.notests"
  std::string base;    ///< "notests" for both: the declared setting
  std::string module;  ///< owner of an override or own setting; "" if global
  Stage stage = Stage::build;
  std::vector<std::string> values;
  std::string default_value;
  std::string cmake;  ///< cache variable; "" when not applied that way
  std::string boot;   ///< word of the command line with {value}; "" when not
  std::string depends_on;            ///< condition text; "" when none
  int line = 0;                      ///< where it is declared, in its file
  std::string file;                  ///< "heed.json", "registry/settings.json"
  std::vector<KernelSymbol> kernel;  ///< how a kernel tree applies it

  bool operator==(const Setting&) const = default;

  [[nodiscard]] bool is_override() const { return name != base; }
};

/// True for the values that pass nothing on: `inherit` and `unset`.
[[nodiscard]] inline bool passes_nothing(std::string_view value) {
  return value == "inherit" || value == "unset";
}

/// Values by setting name. Sorted by name, hence deterministic.
using Values = std::map<std::string, std::string, std::less<>>;

}  // namespace heed::core
