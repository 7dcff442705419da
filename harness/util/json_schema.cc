// validate_json(): valijson finds what does not fit; what was expected there
// is read from the schema.
#include <algorithm>
#include <map>
#include <set>

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "harness/util/assert.h"
#include "harness/util/format.h"
#include "harness/util/json.h"
#include "harness/util/json_scan.h"

namespace heed::util {
namespace {

/// Makes each surplus key an error at its own place: valijson names only the
/// first one of an object whose additionalProperties is false.
void forbid_surplus_keys_one_by_one(Json& schema) {
  if (schema.is_object() && schema.contains("additionalProperties") &&
      schema.at("additionalProperties") == false) {
    schema["additionalProperties"] = {{"not", Json::object()}};
  }
  for (auto& child : schema) {
    if (child.is_structured()) {
      forbid_surplus_keys_one_by_one(child);
    }
  }
}

/// Keywords that narrow a type, and how a message says so.
constexpr std::array<std::pair<const char*, const char*>, 4> kLimits = {
    {{"minimum", "of at least"},
     {"maximum", "of at most"},
     {"minLength", "of a length of at least"},
     {"pattern", "like"}}};

/// What a schema says about a place in the document.
class SchemaWalk {
 public:
  explicit SchemaWalk(const Json& root) : root_(root) {}

  /// The schema of the value at POINTER; null when it is a surplus key.
  [[nodiscard]] const Json* at(std::string_view pointer) const {
    const Json* schema = resolved(root_);
    while (schema != nullptr && !pointer.empty()) {
      const std::size_t end = std::min(pointer.find('/', 1), pointer.size());
      schema = child(*schema, pointer.substr(0, end));
      pointer.remove_prefix(end);
    }
    return schema;
  }

  /// "a string (name of the module)", "one of \"OFF\", \"ON\"" …
  [[nodiscard]] std::string shape(const Json& schema) const {
    std::string text = bare_shape(schema);
    if (schema.contains("description")) {
      text += format(" ({})", schema.at("description").get<std::string>());
    }
    return text;
  }

 private:
  [[nodiscard]] const Json* resolved(const Json& start) const {
    const Json* schema = &start;
    while (schema->is_object() && schema->contains("$ref")) {
      const std::string reference = schema->at("$ref").get<std::string>();
      schema = &root_.at(Json::json_pointer(reference.substr(1)));
    }
    return schema->is_object() ? schema : nullptr;
  }

  /// STEP is "/key" or "/index".
  [[nodiscard]] const Json* child(const Json& schema,
                                  std::string_view step) const {
    const Json::json_pointer key{std::string(step)};
    if (schema.contains("properties") &&
        schema.at("properties").contains(key)) {
      return resolved(schema.at("properties").at(key));
    }
    for (const char* const rest : {"items", "additionalProperties"}) {
      if (schema.contains(rest) && schema.at(rest).is_object()) {
        return resolved(schema.at(rest));
      }
    }
    if (schema.contains("anyOf")) {
      for (const Json& choice : schema.at("anyOf")) {
        const Json* const found = child(*resolved(choice), step);
        if (found != nullptr) {
          return found;
        }
      }
    }
    return nullptr;
  }

  [[nodiscard]] std::string bare_shape(const Json& schema) const {
    if (schema.contains("enum")) {
      const Json& words = schema.at("enum");
      return (words.size() > 1 ? "one of " : "") + joined(words, ", ");
    }
    if (schema.contains("const")) {
      return to_text(schema.at("const"), -1);
    }
    if (schema.contains("anyOf")) {
      std::string text;
      for (const Json& choice : schema.at("anyOf")) {
        text += (text.empty() ? "" : " or ") + shape(*resolved(choice));
      }
      return text;
    }
    return typed_shape(schema, schema.value("type", std::string("value")));
  }

  [[nodiscard]] std::string typed_shape(const Json& schema,
                                        const std::string& type) const {
    if (type == "object" && schema.contains("properties")) {
      std::string keys;
      for (const auto& [key, value] : schema.at("properties").items()) {
        keys += (keys.empty() ? "" : ", ") + key;
      }
      return "an object with the keys " + keys;
    }
    if (type == "array" && schema.contains("items")) {
      return "a list, each item " + shape(*resolved(schema.at("items")));
    }
    std::string text =
        (type == "object" || type == "array" || type == "integer" ? "an "
                                                                  : "a ") +
        type;
    for (const auto& [keyword, words] : kLimits) {
      if (schema.contains(keyword)) {
        text += format(" {} {}", words, to_text(schema.at(keyword), -1));
      }
    }
    return text;
  }

  [[nodiscard]] static std::string joined(const Json& words,
                                          std::string_view separator) {
    std::string text;
    for (const Json& word : words) {
      text += text.empty() ? "" : separator;
      text += to_text(word, -1);
    }
    return text;
  }

  const Json& root_;
};

std::string found_text(const Json& document, const std::string& pointer) {
  const Json& value = document.at(Json::json_pointer(pointer));
  if (value.is_object() || value.is_array()) {
    const char* const what = value.is_object() ? "object" : "list";
    return value.empty() ? format("an empty {}", what)
                         : format("this {}", what);
  }
  return to_text(value, -1);
}

/// "<root>", "[settings]", "[0]" as a JSON pointer.
std::string to_pointer(const std::vector<std::string>& context) {
  std::string pointer;
  for (const std::string& step : context) {
    if (step.size() >= 2 && step.front() == '[') {
      pointer += pointer_step(step.substr(1, step.size() - 2));
    }
  }
  return pointer;
}

/// The part between the outer quotes of "Missing required property 'x'.".
std::string quoted(const std::string& text) {
  const std::size_t first = text.find('\'');
  const std::size_t last = text.rfind('\'');
  return first < last ? text.substr(first + 1, last - first - 1) : "";
}

constexpr std::string_view kMissing = "Missing required property";
constexpr std::string_view kSummary = "Failed to validate";

std::string message_for(const std::string& description,
                        const std::string& pointer, const SchemaWalk& walk,
                        const Json& document) {
  const Json* const schema = walk.at(pointer);
  if (description.starts_with(kMissing) && schema != nullptr) {
    return format("key \"{}\" is missing, expected {}", quoted(description),
                  walk.shape(*schema));
  }
  if (schema != nullptr) {
    return format("{} does not fit, expected {}", found_text(document, pointer),
                  walk.shape(*schema));
  }
  const std::string parent = pointer.substr(0, pointer.rfind('/'));
  const Json* const object = walk.at(parent);
  return "unknown key" + (object == nullptr
                              ? std::string()
                              : ", expected " + walk.shape(*object));
}

/// Problems by place; valijson repeats each failure for every parent, which
/// says nothing beyond what stands at the deeper place.
std::set<std::pair<std::string, std::string>> leaf_failures(
    valijson::ValidationResults& results) {
  std::set<std::pair<std::string, std::string>> leaves;
  std::set<std::string> summaries;
  valijson::ValidationResults::Error error;
  while (results.popError(error)) {
    const std::string pointer = to_pointer(error.context);
    if (error.description.starts_with(kSummary)) {
      summaries.insert(pointer);
    } else {
      leaves.emplace(pointer, error.description);
    }
  }
  for (const std::string& pointer : summaries) {
    const auto next = leaves.lower_bound({pointer, ""});
    const bool is_explained =
        next != leaves.end() &&
        (next->first == pointer || next->first.starts_with(pointer + "/"));
    if (!is_explained) {
      leaves.emplace(pointer, std::string(kSummary));
    }
  }
  return leaves;
}

}  // namespace

std::vector<JsonProblem> validate_json(std::string_view text,
                                       const Json& document,
                                       const Json& schema) {
  Json strict = schema;
  forbid_surplus_keys_one_by_one(strict);
  valijson::ValidationResults results;
  try {
    const nlohmann::json plain_schema = strict;
    const nlohmann::json plain_document = document;
    valijson::Schema compiled;
    valijson::SchemaParser parser;
    parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(plain_schema),
                          compiled);
    valijson::Validator validator(valijson::Validator::kStrongTypes);
    validator.validate(compiled,
                       valijson::adapters::NlohmannJsonAdapter(plain_document),
                       &results);
  } catch (const std::exception& error) {
    return {{0, "", format("the schema cannot be used: {}", error.what())}};
  }

  std::map<std::string, std::size_t> offsets;
  for (const JsonPlace& place : scan_json(text).values) {
    offsets.emplace(place.pointer, place.offset);
  }
  const SchemaWalk walk(schema);
  std::map<std::pair<std::size_t, std::string>, JsonProblem> sorted;
  for (const auto& [pointer, description] : leaf_failures(results)) {
    const auto found = offsets.find(pointer);
    const std::size_t offset = found == offsets.end() ? 0 : found->second;
    const int line =
        found == offsets.end() ? 0 : line_column(text, offset).line;
    std::string message = message_for(description, pointer, walk, document);
    sorted.emplace(std::pair{offset, message},
                   JsonProblem{line, pointer, message});
  }
  std::vector<JsonProblem> problems;
  problems.reserve(sorted.size());
  for (auto& [key, problem] : sorted) {
    problems.push_back(std::move(problem));
  }
  return problems;
}

}  // namespace heed::util
