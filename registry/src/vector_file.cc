#include "vector_file.h"

#include <algorithm>
#include <cctype>
#include <fstream>

namespace crypto::testing {
namespace {

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string::npos) {
    return {};
  }
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

std::string capitals(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) {
    return static_cast<char>(std::toupper(c));
  });
  return text;
}

}  // namespace

Bytes from_hex(const std::string& hex) {
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes.push_back(
        static_cast<std::byte>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

std::string VectorFields::text(const std::string& name) const {
  const auto found = fields_.find(name);
  return found == fields_.end() ? std::string() : found->second;
}

std::vector<VectorFields> read_vector_file(const std::string& file) {
  std::ifstream in(std::string(TESTDATA_FOLDER) + "/" + file);
  std::vector<VectorFields> vectors;
  VectorFields fields;
  std::string section;
  const auto finish = [&] {
    if (fields.size() > 0) {
      fields.set("SECTION", section);
      vectors.push_back(std::move(fields));
    }
    fields = {};
  };
  for (std::string line; std::getline(in, line);) {
    line = trimmed(line);
    const std::size_t equals = line.find('=');
    if (line.empty()) {
      finish();
    } else if (line.front() == '[') {
      section = line.substr(1, line.size() - 2);
    } else if (line == "FAIL") {
      fields.set("FAIL", "");
    } else if (line.front() != '#' && equals != std::string::npos) {
      fields.set(capitals(trimmed(line.substr(0, equals))),
                 trimmed(line.substr(equals + 1)));
    }
  }
  finish();
  return vectors;
}

}  // namespace crypto::testing
