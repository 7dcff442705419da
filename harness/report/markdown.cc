#include "harness/report/markdown.h"

#include <algorithm>
#include <string>
#include <vector>

#include "harness/report/causes.h"
#include "harness/report/text.h"
#include "harness/util/format.h"

namespace heed::report {
namespace {

using core::RunRecord;

constexpr std::size_t kSlowest = 10;
constexpr std::size_t kTailReserve = 4096;  ///< the slowest cells, the pointer

/// One table cell: markup and line ends of TEXT have no effect.
std::string escaped(std::string_view text) {
  constexpr std::string_view kMarkup = "\\|`*_<>[]#~&";
  std::string out;
  for (const char byte : one_line(text)) {
    if (kMarkup.find(byte) != std::string_view::npos) {
      out += '\\';
    }
    out += byte;
  }
  return out;
}

std::string heading(const RunRecord& record) {
  const core::ExitCode code = core::strongest(record.exit_codes);
  const auto* const row = std::find_if(
      core::kExitCodes.begin(), core::kExitCodes.end(),
      [&](const auto& candidate) { return candidate.code == code; });
  return util::format(
      "## heed: {}, exit {}: {}\n\nrun {}, {}\n\n", escaped(record.project),
      static_cast<int>(code), row->meaning, escaped(record.id),
      clock_text(seconds_between(record.started, record.completed)));
}

std::string counts_table(const core::Counts& counts) {
  return util::format(
      "| product | run | reused | excluded | sampled-out | other-shards | "
      "inconclusive |\n|--:|--:|--:|--:|--:|--:|--:|\n"
      "| {} | {} | {} | {} | {} | {} | {} |\n\n",
      counts.product, counts.run, counts.reused, counts.excluded,
      counts.sampled_out, counts.other_shards, counts.inconclusive);
}

std::string line_of(const Cause& cause, std::string_view label) {
  for (const auto& [name, text] : cause.lines) {
    if (name == label) {
      return text;
    }
  }
  return "";
}

std::string cause_row(const Cause& cause) {
  return util::format("| {} | {} | {} | {} | {} | {} |\n", escaped(cause.kind),
                      escaped(cause.sentence),
                      escaped(line_of(cause, "context")), cause.cells.size(),
                      escaped(line_of(cause, "expected")),
                      escaped(cause.repro));
}

std::string causes_table(const RunRecord& record, std::size_t room) {
  const std::vector<Cause> all = causes(record);
  if (all.empty()) {
    return "No findings.\n\n";
  }
  std::string out =
      "| finding | what | where | cells | expected | repro |\n"
      "|---|---|---|--:|---|---|\n";
  std::size_t shown = 0;
  for (const Cause& cause : all) {
    const std::string row = cause_row(cause);
    if (out.size() + row.size() > room) {
      break;
    }
    out += row;
    ++shown;
  }
  if (shown < all.size()) {
    out += util::format("\n{}: see report.json of this run.\n",
                        counted(all.size() - shown, "more cause"));
  }
  return out + "\n";
}

std::string slowest_table(const RunRecord& record) {
  std::vector<const core::CellResult*> cells;
  for (const core::CellResult& cell : record.cells) {
    cells.push_back(&cell);
  }
  std::stable_sort(cells.begin(), cells.end(),
                   [](const auto* a, const auto* b) {
                     return a->run_seconds > b->run_seconds;
                   });
  if (cells.size() > kSlowest) {
    cells.resize(kSlowest);
  }
  std::string out = "| slowest cells | seconds |\n|---|--:|\n";
  for (const core::CellResult* cell : cells) {
    out += util::format("| {} | {:.1f} |\n",
                        escaped(short_name(record.cells, cell->cell)),
                        cell->run_seconds);
  }
  return out;
}

class MarkdownReporter final : public core::Reporter {
 public:
  explicit MarkdownReporter(std::size_t limit) : limit_(limit) {}

  [[nodiscard]] std::string_view name() const override { return "markdown"; }

  void write(const RunRecord& record, std::ostream& out) const override {
    const std::string head = heading(record) + counts_table(record.counts);
    const std::size_t used = head.size() + kTailReserve;
    out << head << causes_table(record, limit_ > used ? limit_ - used : 0)
        << slowest_table(record);
  }

 private:
  std::size_t limit_;
};

}  // namespace

std::unique_ptr<core::Reporter> make_markdown_reporter(std::size_t limit) {
  return std::make_unique<MarkdownReporter>(limit);
}

}  // namespace heed::report
