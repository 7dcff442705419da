#include "cavp_file.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include "image_under_test.h"

namespace crypto {
namespace {

using enum Kdf108Counter;

struct PlaceRow {
  std::string_view name;
  Kdf108Counter place;
};

constexpr PlaceRow kPlaces[] = {
    {"BEFORE_FIXED", before_fixed},   {"AFTER_FIXED", after_fixed},
    {"MIDDLE_FIXED", before_segment}, {"BEFORE_ITER", before_iter},
    {"AFTER_ITER", after_iter},
};

struct WidthRow {
  std::string_view name;
  unsigned bits;
};

constexpr WidthRow kWidths[] = {
    {"8_BITS", 8}, {"16_BITS", 16}, {"24_BITS", 24}, {"32_BITS", 32}};

constexpr std::string_view kHexKeys[] = {
    "KI", "IV", "FixedInputData", "DataBeforeCtrData", "DataAfterCtrData",
    "KO"};

class CavpReader {
 public:
  explicit CavpReader(Kdf108Mode mode) { layout_.mode = mode; }

  /// Empty, or what is wrong.
  [[nodiscard]] std::string read_line(std::string_view line) {
    ++line_;
    if (line.empty() || line.front() == '#') {
      return {};
    }
    if (line.front() == '[') {
      return line.back() == ']' ? read_heading(line.substr(1, line.size() - 2))
                                : "heading without end";
    }
    const std::size_t equal = line.find(" =");
    if (equal == std::string_view::npos) {
      return "no value";
    }
    const std::string_view value = line.substr(equal + 2);
    return read_value(line.substr(0, equal),
                      value.substr(std::min<std::size_t>(1, value.size())));
  }

  [[nodiscard]] std::string end() const {
    if (!hex_.empty() || !bits_.empty()) {
      return "vector without output";
    }
    return vectors_.empty() ? "no vectors" : "";
  }

  [[nodiscard]] std::size_t line() const { return line_; }
  [[nodiscard]] std::vector<CavpVector> take() { return std::move(vectors_); }

 private:
  [[nodiscard]] std::string read_heading(std::string_view text) {
    const std::size_t equal = std::min(text.find('='), text.size() - 1);
    const std::string_view key = text.substr(0, equal);
    const std::string_view value = text.substr(equal + 1);
    const auto* place = std::ranges::find(kPlaces, value, &PlaceRow::name);
    const auto* width = std::ranges::find(kWidths, value, &WidthRow::name);
    if (!hex_.empty() || !bits_.empty()) {
      return "heading within a vector";
    }
    if (key == "PRF" && !value.empty()) {
      prf_ = value;
    } else if (key == "CTRLOCATION" && place != std::end(kPlaces)) {
      layout_.counter = place->place;
      layout_.segment = place->place == before_segment ? 1 : 0;
      has_place_ = true;
    } else if (key == "RLEN" && width != std::end(kWidths)) {
      layout_.counter_bits = width->bits;
      has_width_ = true;
    } else {
      return "unknown heading";
    }
    return {};
  }

  [[nodiscard]] std::string read_value(std::string_view key,
                                       std::string_view value) {
    if (key == "L" || key == "IVlen") {
      std::size_t bits = 0;
      const auto [end, error] =
          std::from_chars(value.data(), value.data() + value.size(), bits);
      if (error != std::errc() || end != value.data() + value.size()) {
        return "not a number";
      }
      return bits_.emplace(key, bits).second ? "" : "value given twice";
    }
    if (std::ranges::find(kHexKeys, key) == std::end(kHexKeys)) {
      return "unknown key";
    }
    const bool is_hex = std::ranges::all_of(value, [](char c) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    });
    if (!is_hex || value.size() % 2 != 0) {
      return "not hex";
    }
    if (!hex_.emplace(key, unhex(value)).second) {
      return "value given twice";
    }
    return key == "KO" ? finish() : "";
  }

  /// Moves a value out; null if there is none.
  [[nodiscard]] std::optional<std::vector<std::byte>> pop(
      const std::string& key) {
    auto node = hex_.extract(key);
    return node.empty() ? std::nullopt
                        : std::optional(std::move(node.mapped()));
  }

  [[nodiscard]] std::string finish() {
    CavpVector vector{.line = line_, .prf = prf_, .layout = layout_};
    if (!has_place_) {
      vector.layout.counter = none;
    }
    auto key = pop("KI");
    const auto iv = pop("IV");
    auto output = pop("KO");
    const bool is_middle = vector.layout.counter == before_segment;
    for (const char* name :
         {"FixedInputData", "DataBeforeCtrData", "DataAfterCtrData"}) {
      if (auto segment = pop(name)) {
        vector.info.push_back(std::move(*segment));
      }
    }
    const auto is_length = [this](const char* name, std::size_t bytes) {
      const auto found = bits_.find(name);
      return found != bits_.end() && found->second == 8 * bytes;
    };
    const bool has_iv = layout_.mode == Kdf108Mode::feedback;
    if (prf_.empty() || has_place_ != has_width_ || !key || !output ||
        output->empty() || vector.info.size() != (is_middle ? 2U : 1U) ||
        iv.has_value() != has_iv) {
      return "vector not complete";
    }
    if (!is_length("L", output->size()) ||
        (has_iv && !is_length("IVlen", iv->size()))) {
      return "length does not fit";
    }
    vector.key = std::move(*key);
    vector.iv = iv.value_or(std::vector<std::byte>());
    vector.output = std::move(*output);
    vectors_.push_back(std::move(vector));
    bits_.clear();
    return {};
  }

  std::size_t line_ = 0;
  std::string prf_;
  Kdf108Layout layout_;
  bool has_place_ = false;
  bool has_width_ = false;
  std::map<std::string, std::size_t, std::less<>> bits_;
  std::map<std::string, std::vector<std::byte>, std::less<>> hex_;
  std::vector<CavpVector> vectors_;
};

}  // namespace

tl::expected<std::vector<CavpVector>, CavpError> read_cavp(
    std::string_view text, Kdf108Mode mode) {
  CavpReader reader(mode);
  if (!text.empty() && text.back() != '\n') {
    return tl::unexpected(CavpError{0, "last line is cut"});
  }
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (auto wrong = reader.read_line(text.substr(0, end)); !wrong.empty()) {
      return tl::unexpected(CavpError{reader.line(), std::move(wrong)});
    }
    text.remove_prefix(end + 1);
  }
  if (auto wrong = reader.end(); !wrong.empty()) {
    return tl::unexpected(CavpError{reader.line(), std::move(wrong)});
  }
  return reader.take();
}

}  // namespace crypto
