#pragma once

#include <cmath>
#include <concepts>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "harness/util/json.h"
#include "harness/util/utf8.h"

namespace heed::report {

/// Structs as JSON objects and back, both from one list of their fields:
///
///   template <typename V>
///   void fields(V& visit, const core::Exclude*) {
///     visit.always("id", &core::Exclude::id);
///     visit.field("why", &core::Exclude::why);  // absent when the default
///   }
///
/// One list serves both directions, so that what is written can be read.
using util::Json;

/// The JSON pointer at which a value does not have the expected shape.
template <typename T>
using Decoded = tl::expected<T, std::string>;

template <typename T>
class Writer;
template <typename T>
class Reader;

/// Enums are written by name: a specialisation's `names()` lists them, as an
/// array of string_view in the order of their values.
template <typename T>
struct EnumNames;

template <typename T>
concept NamedEnum = std::is_enum_v<T> && requires {
  EnumNames<T>::names();
};

template <typename T>
struct Codec {
  static Json encode(const T& value) {
    Json json = Json::object();
    Writer<T> writer(value, json);
    fields(writer, static_cast<const T*>(nullptr));
    return json;
  }
  static Decoded<T> decode(const Json& json) {
    if (!json.is_object()) {
      return tl::unexpected(std::string());
    }
    T value{};
    Reader<T> reader(value, json);
    fields(reader, static_cast<const T*>(nullptr));
    if (reader.problem()) {
      return tl::unexpected(*reader.problem());
    }
    return value;
  }
};

template <typename T>
Json encode(const T& value) {
  return Codec<T>::encode(value);
}
template <typename T>
Decoded<T> decode(const Json& json) {
  return Codec<T>::decode(json);
}

template <typename T>
class Writer {
 public:
  Writer(const T& value, Json& json) : value_(value), json_(json) {}

  template <typename M>
  void always(const char* key, M T::*member) {
    json_[key] = encode(value_.*member);
  }
  template <typename M>
  void field(const char* key, M T::*member) {
    if (!(value_.*member == default_.*member)) {
      always(key, member);
    }
  }
  /// In the form of OtherCodec.
  template <typename OtherCodec, typename M>
  void always_as(const char* key, M T::*member) {
    json_[key] = OtherCodec::encode(value_.*member);
  }
  /// The fields of MEMBER stand among those of T.
  template <typename M>
  void inlined(M T::*member) {
    Writer<M> writer(value_.*member, json_);
    fields(writer, static_cast<const M*>(nullptr));
  }

 private:
  const T& value_;
  Json& json_;
  T default_{};
};

template <typename T>
class Reader {
 public:
  Reader(T& value, const Json& json) : value_(value), json_(json) {}

  template <typename M>
  void field(const char* key, M T::*member) {
    if (json_.contains(key)) {
      always(key, member);
    }
  }
  template <typename M>
  void always(const char* key, M T::*member) {
    always_as<Codec<M>>(key, member);
  }
  template <typename OtherCodec, typename M>
  void always_as(const char* key, M T::*member) {
    if (problem_) {
      return;
    }
    Decoded<M> decoded = json_.contains(key) ? OtherCodec::decode(json_.at(key))
                                             : tl::unexpected(std::string());
    if (decoded) {
      value_.*member = std::move(*decoded);
    } else {
      problem_ = std::string("/") + key + decoded.error();
    }
  }
  template <typename M>
  void inlined(M T::*member) {
    Reader<M> reader(value_.*member, json_);
    fields(reader, static_cast<const M*>(nullptr));
    if (!problem_) {
      problem_ = reader.problem();
    }
  }

  [[nodiscard]] const std::optional<std::string>& problem() const {
    return problem_;
  }

 private:
  T& value_;
  const Json& json_;
  std::optional<std::string> problem_;
};

template <>
struct Codec<std::string> {
  static Json encode(const std::string& value) {
    return util::valid_utf8(value);
  }
  static Decoded<std::string> decode(const Json& json) {
    if (!json.is_string()) {
      return tl::unexpected(std::string());
    }
    return json.get<std::string>();
  }
};

template <>
struct Codec<std::filesystem::path> {
  static Json encode(const std::filesystem::path& value) {
    return util::valid_utf8(value.string());
  }
  static Decoded<std::filesystem::path> decode(const Json& json) {
    return Codec<std::string>::decode(json).map(
        [](const std::string& text) { return std::filesystem::path(text); });
  }
};

template <>
struct Codec<bool> {
  static Json encode(bool value) { return value; }
  static Decoded<bool> decode(const Json& json) {
    if (!json.is_boolean()) {
      return tl::unexpected(std::string());
    }
    return json.get<bool>();
  }
};

template <std::integral T>
struct Codec<T> {
  static Json encode(T value) { return value; }
  static Decoded<T> decode(const Json& json) {
    if (!json.is_number_integer()) {
      return tl::unexpected(std::string());
    }
    return json.get<T>();
  }
};

/// JSON has no NaN and no infinity: both are null, and null is read as NaN.
template <>
struct Codec<double> {
  static Json encode(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
  }
  static Decoded<double> decode(const Json& json) {
    if (json.is_null()) {
      return std::numeric_limits<double>::quiet_NaN();
    }
    if (!json.is_number()) {
      return tl::unexpected(std::string());
    }
    return json.get<double>();
  }
};

template <>
struct Codec<std::variant<double, std::string>> {
  using Value = std::variant<double, std::string>;
  static Json encode(const Value& value) {
    return std::visit(
        [](const auto& alternative) {
          return Codec<std::decay_t<decltype(alternative)>>::encode(
              alternative);
        },
        value);
  }
  static Decoded<Value> decode(const Json& json) {
    if (json.is_string()) {
      return Value(json.get<std::string>());
    }
    return Codec<double>::decode(json).map(
        [](double number) { return Value(number); });
  }
};

template <NamedEnum T>
struct Codec<T> {
  static Json encode(T value) {
    return EnumNames<T>::names().at(static_cast<std::size_t>(value));
  }
  static Decoded<T> decode(const Json& json) {
    const auto names = EnumNames<T>::names();
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (json == Json(names.at(i))) {
        return static_cast<T>(i);
      }
    }
    return tl::unexpected(std::string());
  }
};

template <typename T>
struct Codec<std::optional<T>> {
  static Json encode(const std::optional<T>& value) {
    return value ? Codec<T>::encode(*value) : Json(nullptr);
  }
  static Decoded<std::optional<T>> decode(const Json& json) {
    if (json.is_null()) {
      return std::optional<T>();
    }
    return Codec<T>::decode(json).map(
        [](T value) { return std::optional<T>(std::move(value)); });
  }
};

template <typename T>
struct Codec<std::vector<T>> {
  static Json encode(const std::vector<T>& values) {
    Json json = Json::array();
    for (const T& value : values) {
      json.push_back(Codec<T>::encode(value));
    }
    return json;
  }
  static Decoded<std::vector<T>> decode(const Json& json) {
    if (!json.is_array()) {
      return tl::unexpected(std::string());
    }
    std::vector<T> values;
    values.reserve(json.size());
    for (std::size_t i = 0; i < json.size(); ++i) {
      Decoded<T> value = Codec<T>::decode(json[i]);
      if (!value) {
        return tl::unexpected("/" + std::to_string(i) + value.error());
      }
      values.push_back(std::move(*value));
    }
    return values;
  }
};

template <typename T, typename Less>
struct Codec<std::map<std::string, T, Less>> {
  static Json encode(const std::map<std::string, T, Less>& map) {
    Json json = Json::object();
    for (const auto& [key, value] : map) {
      json[util::valid_utf8(key)] = Codec<T>::encode(value);
    }
    return json;
  }
  static Decoded<std::map<std::string, T, Less>> decode(const Json& json) {
    if (!json.is_object()) {
      return tl::unexpected(std::string());
    }
    std::map<std::string, T, Less> map;
    for (const auto& [key, element] : json.items()) {
      Decoded<T> value = Codec<T>::decode(element);
      if (!value) {
        return tl::unexpected("/" + key + value.error());
      }
      map.emplace(key, std::move(*value));
    }
    return map;
  }
};

}  // namespace heed::report
