#include "harness/report/annotations.h"

#include <string>
#include <string_view>

#include "harness/report/causes.h"
#include "harness/report/text.h"
#include "harness/util/format.h"

namespace heed::report {
namespace {

constexpr std::size_t kMostOfAKind = 10;

/// `%`, CR and LF would end or change the command; in a property also `:` and
/// `,`.
std::string escaped(std::string_view text, bool is_property) {
  const std::string_view special = is_property ? "%\r\n:," : "%\r\n";
  std::string out;
  for (const char byte : text) {
    if (special.find(byte) == std::string_view::npos) {
      out += byte;
    } else {
      out += util::format("%{:02X}", static_cast<unsigned char>(byte));
    }
  }
  return out;
}

std::string message_of(const Cause& cause) {
  std::string out = cause.sentence;
  for (const auto& [label, text] : cause.lines) {
    out += "\n" + label + ": " + head_and_tail(text, "", 2000);
  }
  out += "\n" + counted(cause.cells.size(), "cell");
  return out + (cause.repro.empty() ? "" : "\nrepro: " + cause.repro);
}

class AnnotationsReporter final : public core::Reporter {
 public:
  [[nodiscard]] std::string_view name() const override { return "annotations"; }

  void write(const core::RunRecord& record, std::ostream& out) const override {
    std::size_t errors = 0;
    std::size_t warnings = 0;
    for (const Cause& cause : causes(record)) {
      if (cause.code == core::ExitCode::conforms) {
        continue;
      }
      const bool is_warning = cause.code == core::ExitCode::inconclusive;
      std::size_t& count = is_warning ? warnings : errors;
      if (++count > kMostOfAKind) {
        continue;
      }
      std::string place;
      if (!cause.file.empty()) {
        place = util::format("file={},line={},", escaped(cause.file, true),
                             cause.line);
      }
      out << util::format("::{} {}title={}::{}\n",
                          is_warning ? "warning" : "error", place,
                          escaped("heed " + cause.kind, true),
                          escaped(message_of(cause), false));
    }
  }
};

}  // namespace

std::unique_ptr<core::Reporter> make_annotations_reporter() {
  return std::make_unique<AnnotationsReporter>();
}

}  // namespace heed::report
