#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "harness/util/json.h"

namespace heed::core {

/// A type lists its fields once, in `void fields(auto& archive, Like<T> auto&
/// value)`, which calls `archive("key", value.field)` for each. Writer and
/// Reader walk that list, so writing and reading cannot drift apart.
template <typename T, typename U>
concept Like = std::same_as<std::remove_const_t<T>, U>;

/// The words of an enum, in the order of its values: found by type.
template <typename E>
struct EnumWords;

/// What a Reader stumbles over; from_json() turns it into an Error.
class UnreadableJson : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Writer {
 public:
  template <typename T>
  void operator()(const char* key, const T& value) {
    json_[key] = to_value(value);
  }

  [[nodiscard]] util::Json take() { return std::move(json_); }

  template <typename T>
  [[nodiscard]] static util::Json to_value(const T& value) {
    if constexpr (std::is_enum_v<T>) {
      return EnumWords<T>::kWords.at(static_cast<std::size_t>(value));
    } else if constexpr (std::same_as<T, double>) {
      // JSON has no NaN and no infinity.
      return std::isfinite(value)
                 ? util::Json(value)
                 : util::Json{{"double", std::to_string(value)}};
    } else if constexpr (std::same_as<T, std::filesystem::path>) {
      return value.string();
    } else if constexpr (std::is_arithmetic_v<T> ||
                         std::same_as<T, std::string>) {
      return value;
    } else {
      return to_structure(value);
    }
  }

 private:
  template <typename T>
  [[nodiscard]] static util::Json to_structure(const std::vector<T>& values) {
    util::Json list = util::Json::array();
    for (const T& value : values) {
      list.push_back(to_value(value));
    }
    return list;
  }

  template <typename T, typename Compare>
  [[nodiscard]] static util::Json to_structure(
      const std::map<std::string, T, Compare>& values) {
    util::Json object = util::Json::object();
    for (const auto& [key, value] : values) {
      object[key] = to_value(value);
    }
    return object;
  }

  [[nodiscard]] static util::Json to_structure(
      const std::variant<double, std::string>& value) {
    return std::visit([](const auto& held) { return to_value(held); }, value);
  }

  template <typename T>
  [[nodiscard]] static util::Json to_structure(const T& value) {
    Writer writer;
    fields(writer, value);
    return writer.take();
  }

  util::Json json_ = util::Json::object();
};

class Reader {
 public:
  explicit Reader(const util::Json& json, std::string pointer = "")
      : json_(json), pointer_(std::move(pointer)) {
    expect(json.is_object(), pointer_, "an object");
  }

  template <typename T>
  void operator()(const char* key, T& value) {
    const std::string pointer = pointer_ + "/" + key;
    expect(json_.contains(key), pointer, "a value");
    read(json_.at(key), pointer, value);
  }

  template <typename T>
  static void read(const util::Json& json, const std::string& pointer,
                   T& value) {
    if constexpr (std::is_enum_v<T>) {
      read_word(json, pointer, value);
    } else if constexpr (std::same_as<T, double>) {
      const bool is_special = json.is_object() && json.contains("double") &&
                              json.at("double").is_string();
      expect(is_special || json.is_number(), pointer, "a number");
      value = is_special
                  ? std::strtod(json.at("double").get<std::string>().c_str(),
                                nullptr)
                  : json.get<double>();
    } else if constexpr (std::same_as<T, bool>) {
      expect(json.is_boolean(), pointer, "true or false");
      value = json.get<bool>();
    } else if constexpr (std::is_integral_v<T>) {
      expect(json.is_number_integer(), pointer, "an integer");
      value = json.get<T>();
    } else if constexpr (std::same_as<T, std::filesystem::path> ||
                         std::same_as<T, std::string>) {
      expect(json.is_string(), pointer, "a string");
      value = json.get<std::string>();
    } else {
      read_structure(json, pointer, value);
    }
  }

 private:
  static void expect(bool is_met, const std::string& pointer,
                     const char* what) {
    if (!is_met) {
      throw UnreadableJson("expected " + std::string(what) + " at " +
                           (pointer.empty() ? "/" : pointer));
    }
  }

  template <typename E>
  static void read_word(const util::Json& json, const std::string& pointer,
                        E& value) {
    const auto& words = EnumWords<E>::kWords;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (json.is_string() && json.get<std::string>() == words.at(i)) {
        value = static_cast<E>(i);
        return;
      }
    }
    expect(false, pointer, "a known word");
  }

  template <typename T>
  static void read_structure(const util::Json& json, const std::string& pointer,
                             std::vector<T>& values) {
    expect(json.is_array(), pointer, "a list");
    values.clear();
    for (std::size_t i = 0; i < json.size(); ++i) {
      read(json.at(i), pointer + "/" + std::to_string(i),
           values.emplace_back());
    }
  }

  template <typename T, typename Compare>
  static void read_structure(const util::Json& json, const std::string& pointer,
                             std::map<std::string, T, Compare>& values) {
    expect(json.is_object(), pointer, "an object");
    values.clear();
    for (const auto& [key, value] : json.items()) {
      std::string place = pointer;
      place.append("/").append(key);
      read(value, place, values[key]);
    }
  }

  static void read_structure(const util::Json& json, const std::string& pointer,
                             std::variant<double, std::string>& value) {
    if (json.is_string()) {
      value = json.get<std::string>();
      return;
    }
    double number = 0;
    read(json, pointer, number);
    value = number;
  }

  template <typename T>
  static void read_structure(const util::Json& json, const std::string& pointer,
                             T& value) {
    Reader reader(json, pointer);
    fields(reader, value);
  }

  const util::Json& json_;
  std::string pointer_;
};

/// VALUE as JSON.
template <typename T>
[[nodiscard]] util::Json to_archive(const T& value) {
  return Writer::to_value(value);
}

/// The reverse. Errors: a key is missing or its value has another type; `why`
/// names it by JSON pointer. WHAT is what was to be read.
template <typename T>
[[nodiscard]] util::Result<T> from_archive(const util::Json& json,
                                           const char* what) {
  try {
    T value;
    Reader::read(json, "", value);
    return value;
  } catch (const std::exception& error) {
    return tl::unexpected(util::Error{"cannot read", what, error.what(), ""});
  }
}

}  // namespace heed::core
