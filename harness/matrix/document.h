#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/util/error.h"
#include "harness/util/json.h"

namespace heed::matrix {

/// The text of a file. Passed in, so that reading a project does no I/O here.
using FileReader =
    std::function<util::Result<std::string>(const std::filesystem::path&)>;

using Errors = std::vector<util::Error>;

/// The newest version of the formats that this program reads.
inline constexpr unsigned kNewestVersion = 1;

/// One JSON file of a project, and the complaints about it.
class Document {
 public:
  /// Parses TEXT and holds it against SCHEMA. NAME is shown in messages.
  Document(std::string name, std::string text, const util::Json& schema);

  /// False: its text does not fit its schema; json() must not be used.
  [[nodiscard]] bool is_valid() const { return is_valid_; }
  [[nodiscard]] const util::Json& json() const { return json_; }
  [[nodiscard]] const std::string& name() const { return name_; }

  /// The line at which the value at POINTER begins.
  [[nodiscard]] int line(const std::string& pointer) const;

  /// Adds a complaint about the value at POINTER.
  void complain(const std::string& pointer, std::string message);

  /// Complaints so far, in the order of the text.
  [[nodiscard]] Errors errors() const;

 private:
  void validate(const util::Json& schema);

  std::string name_;
  std::string text_;
  util::Json json_;
  bool is_valid_ = false;
  std::map<std::string, int> lines_;
  std::multimap<int, util::Error> errors_;  ///< by line
};

/// The string at KEY, "" when there is none.
[[nodiscard]] std::string text_at(const util::Json& object, const char* key);

}  // namespace heed::matrix
