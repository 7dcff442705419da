#include "harness/core/run_record.h"

#include "harness/core/cell_fields.h"

namespace heed::core {

/// The words of a table of rows, in its order.
template <typename Rows>
constexpr auto words_of(const Rows& rows) {
  std::array<std::string_view, std::tuple_size_v<Rows>> words{};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    words.at(i) = rows.at(i).name;
  }
  return words;
}

template <>
struct EnumWords<SuiteKind> {
  static constexpr auto kWords = words_of(kSuiteKinds);
};
template <>
struct EnumWords<CaseOutcome> {
  static constexpr auto kWords = words_of(kCaseOutcomes);
};
template <>
struct EnumWords<Outcome> {
  static constexpr auto kWords = words_of(kOutcomes);
};
template <>
struct EnumWords<FindingKind> {
  static constexpr auto kWords = words_of(kFindingKinds);
};
template <>
struct EnumWords<Rung> {
  static constexpr auto kWords = words_of(kRungs);
};
template <>
struct EnumWords<VerdictStatus> {
  static constexpr auto kWords = kVerdictStatusNames;
};
template <>
struct EnumWords<CellClass> {
  static constexpr auto kWords = kCellClassNames;
};
template <>
struct EnumWords<CellStatus> {
  static constexpr auto kWords = kCellStatusNames;
};

void fields(auto& archive, Like<EvidenceFile> auto& file) {
  archive("kind", file.kind);
  archive("suite", file.suite);
  archive("module", file.module);
  archive("path", file.path);
}

void fields(auto& archive, Like<SuiteOutput> auto& output) {
  archive("suite", output.suite);
  archive("kind", output.kind);
  archive("exit_code", output.exit_code);
  archive("signal", output.signal);
  archive("timed_out", output.timed_out);
  archive("interrupted", output.interrupted);
  archive("could_not_start", output.could_not_start);
  archive("left_behind", output.left_behind);
  archive("seconds", output.seconds);
  archive("files", output.files);
}

void fields(auto& archive, Like<CaseResult> auto& result) {
  archive("suite", result.suite);
  archive("name", result.name);
  archive("outcome", result.outcome);
  archive("message", result.message);
  archive("file", result.file);
  archive("line", result.line);
  archive("seconds", result.seconds);
}

void fields(auto& archive, Like<Observation> auto& observation) {
  archive("subject", observation.subject);
  archive("metric", observation.metric);
  archive("value", observation.value);
  archive("unit", observation.unit);
  archive("labels", observation.labels);
  archive("suite", observation.suite);
}

void fields(auto& archive, Like<Decision> auto& decision) {
  archive("decision", decision.outcome);
  archive("reason", decision.reason);
}

void fields(auto& archive, Like<ModuleDecision> auto& decision) {
  archive("module", decision.module);
  archive("suite", decision.suite);
  archive("expected", decision.expected);
  archive("observed", decision.observed);
  archive("is_observed", decision.is_observed);
}

void fields(auto& archive, Like<Verdict> auto& verdict) {
  archive("module", verdict.module);
  archive("expectation", verdict.expectation);
  archive("metric", verdict.metric);
  archive("suite", verdict.suite);
  archive("expected", verdict.expected);
  archive("observed", verdict.observed);
  archive("source", verdict.source);
  archive("evidence", verdict.evidence);
  archive("status", verdict.status);
  archive("kind", verdict.kind);
  archive("rung", verdict.rung);
  archive("reason", verdict.reason);
}

void fields(auto& archive, Like<CellResult> auto& result) {
  archive("cell", result.cell);
  archive("class", result.cls);
  archive("status", result.status);
  archive("reason", result.reason);
  archive("fingerprint", result.fingerprint);
  archive("build_seconds", result.build_seconds);
  archive("run_seconds", result.run_seconds);
  archive("suites", result.suites);
  archive("cases", result.cases);
  archive("observations", result.observations);
  archive("decisions", result.decisions);
  archive("verdicts", result.verdicts);
  archive("notices", result.notices);
}

util::Json to_json(const CellResult& result) { return to_archive(result); }

util::Result<CellResult> cell_result_from_json(const util::Json& json) {
  return from_archive<CellResult>(json, "cell result");
}

}  // namespace heed::core
