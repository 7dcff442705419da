#include "harness/matrix/document.h"

#include <utility>

#include "harness/util/format.h"
#include "harness/util/json_scan.h"

namespace heed::matrix {
namespace {

bool is_newer_version(const util::Json& json) {
  return json.is_object() && json.contains("version") &&
         json.at("version").is_number_unsigned() &&
         json.at("version").get<std::uint64_t>() > kNewestVersion;
}

}  // namespace

Document::Document(std::string name, std::string text, const util::Json& schema)
    : name_(std::move(name)), text_(std::move(text)) {
  auto json = util::parse_json(text_, name_);
  if (!json) {
    errors_.emplace(0, std::move(json).error());
    return;
  }
  json_ = *std::move(json);
  for (const util::JsonPlace& place : util::scan_json(text_).values) {
    lines_[place.pointer] = util::line_column(text_, place.offset).line;
  }
  validate(schema);
}

void Document::validate(const util::Json& schema) {
  // The words of a newer version are unknown here: say only that.
  if (is_newer_version(json_)) {
    complain(
        "/version",
        util::format("version {} is newer than {}, the newest that this "
                     "heed reads",
                     util::to_text(json_.at("version"), -1), kNewestVersion));
    return;
  }
  const auto problems = util::validate_json(text_, json_, schema);
  for (const util::JsonProblem& problem : problems) {
    complain(problem.pointer, problem.message);
  }
  is_valid_ = problems.empty();
}

int Document::line(const std::string& pointer) const {
  const auto found = lines_.find(pointer);
  return found == lines_.end() ? 1 : found->second;
}

void Document::complain(const std::string& pointer, std::string message) {
  const int at = line(pointer);
  errors_.emplace(at,
                  util::Error{"cannot use", util::format("{}:{}", name_, at),
                              std::move(message),
                              "at " + (pointer.empty() ? "/" : pointer)});
}

Errors Document::errors() const {
  Errors errors;
  for (const auto& [at, error] : errors_) {
    errors.push_back(error);
  }
  return errors;
}

std::string text_at(const util::Json& object, const char* key) {
  return object.contains(key) ? object.at(key).get<std::string>() : "";
}

}  // namespace heed::matrix
