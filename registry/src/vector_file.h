#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace crypto::testing {

using Bytes = std::vector<std::byte>;

[[nodiscard]] Bytes from_hex(const std::string& hex);

/// One vector of a file: its `NAME = value` lines, names in capitals, a line
/// `FAIL` as an empty field, and the section (`ENCRYPT`) as `SECTION`.
class VectorFields {
 public:
  [[nodiscard]] bool has(const std::string& name) const {
    return fields_.contains(name);
  }
  /// Empty if there is none such.
  [[nodiscard]] std::string text(const std::string& name) const;
  [[nodiscard]] Bytes bytes(const std::string& name) const {
    return from_hex(text(name));
  }
  void set(const std::string& name, const std::string& value) {
    fields_[name] = value;
  }
  [[nodiscard]] std::size_t size() const { return fields_.size(); }

 private:
  std::map<std::string, std::string> fields_;
};

/// The vectors of a file of registry/testdata: blocks with an empty line
/// after each. Empty if it cannot be read.
[[nodiscard]] std::vector<VectorFields> read_vector_file(
    const std::string& file);

}  // namespace crypto::testing
