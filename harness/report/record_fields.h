#pragma once

// How each noun of core is written in report.json, one list of fields each.

#include <array>
#include <string_view>

#include "harness/core/run_record.h"
#include "harness/report/fields.h"
#include "harness/report/value_codecs.h"

namespace heed::report {

/// The names of a table of core, in the order of its rows.
template <typename Table>
constexpr auto names_in(const Table& table) {
  std::array<std::string_view, std::tuple_size_v<Table>> names{};
  for (std::size_t i = 0; i < names.size(); ++i) {
    names[i] = table[i].name;
  }
  return names;
}

template <>
struct EnumNames<core::Rung> {
  static constexpr auto names() { return names_in(core::kRungs); }
};
template <>
struct EnumNames<core::FindingKind> {
  static constexpr auto names() { return names_in(core::kFindingKinds); }
};
template <>
struct EnumNames<core::Outcome> {
  static constexpr auto names() { return names_in(core::kOutcomes); }
};
template <>
struct EnumNames<core::CaseOutcome> {
  static constexpr auto names() { return names_in(core::kCaseOutcomes); }
};
template <>
struct EnumNames<core::SuiteKind> {
  static constexpr auto names() { return names_in(core::kSuiteKinds); }
};
template <>
struct EnumNames<core::VerdictStatus> {
  static constexpr auto names() { return core::kVerdictStatusNames; }
};
template <>
struct EnumNames<core::CellClass> {
  static constexpr auto names() { return core::kCellClassNames; }
};
template <>
struct EnumNames<core::CellStatus> {
  static constexpr auto names() { return core::kCellStatusNames; }
};
template <>
struct EnumNames<core::Stage> {
  static constexpr auto names() {
    return std::array<std::string_view, 2>{"build", "boot"};
  }
};

template <typename V>
void fields(V& visit, const core::Identity*) {
  visit.always("target", &core::Identity::target);
  visit.always("toolchain", &core::Identity::toolchain);
  visit.field("variables", &core::Identity::variables);
}

template <typename V>
void fields(V& visit, const core::Setting*) {
  visit.always("name", &core::Setting::name);
  visit.always("base", &core::Setting::base);
  visit.field("module", &core::Setting::module);
  visit.always("stage", &core::Setting::stage);
  visit.always("values", &core::Setting::values);
  visit.always("default", &core::Setting::default_value);
  visit.field("cmake", &core::Setting::cmake);
  visit.field("boot", &core::Setting::boot);
  visit.field("depends_on", &core::Setting::depends_on);
  visit.field("file", &core::Setting::file);
  visit.field("line", &core::Setting::line);
}

// `settings`, the declarations, stay out: the record has them once.
template <typename V>
void fields(V& visit, const core::BuildSpec*) {
  visit.always("id", &core::BuildSpec::id);
  visit.field("preset", &core::BuildSpec::preset);
  visit.field("values", &core::BuildSpec::values);
}

template <typename V>
void fields(V& visit, const core::Boot*) {
  visit.always("command_line", &core::Boot::command_line);
  visit.field("values", &core::Boot::values);
}

template <typename V>
void fields(V& visit, const core::Cell*) {
  visit.always("id", &core::Cell::id);
  visit.always("name", &core::Cell::name);
  visit.field("text", &core::Cell::short_text);
  visit.always("values", &core::Cell::values);
  visit.field("build", &core::Cell::build);
  visit.field("boot", &core::Cell::boot);
}

template <typename V>
void fields(V& visit, const core::EvidenceFile*) {
  visit.always("kind", &core::EvidenceFile::kind);
  visit.field("suite", &core::EvidenceFile::suite);
  visit.field("module", &core::EvidenceFile::module);
  visit.always("path", &core::EvidenceFile::path);
}

template <typename V>
void fields(V& visit, const core::Suite*) {
  visit.always("name", &core::Suite::name);
  visit.always("kind", &core::Suite::kind);
  visit.field("command", &core::Suite::command);
  visit.field("folder", &core::Suite::folder);
  visit.field("when", &core::Suite::when);
  visit.field("is_measured", &core::Suite::is_measured);
}

template <typename V>
void fields(V& visit, const core::SuiteOutput*) {
  visit.always("suite", &core::SuiteOutput::suite);
  visit.always("kind", &core::SuiteOutput::kind);
  visit.always("exit_code", &core::SuiteOutput::exit_code);
  visit.field("signal", &core::SuiteOutput::signal);
  visit.field("timed_out", &core::SuiteOutput::timed_out);
  visit.field("interrupted", &core::SuiteOutput::interrupted);
  visit.field("could_not_start", &core::SuiteOutput::could_not_start);
  visit.field("left_behind", &core::SuiteOutput::left_behind);
  visit.always("seconds", &core::SuiteOutput::seconds);
  visit.field("files", &core::SuiteOutput::files);
}

template <typename V>
void fields(V& visit, const core::CaseResult*) {
  visit.always("suite", &core::CaseResult::suite);
  visit.always("name", &core::CaseResult::name);
  visit.always("outcome", &core::CaseResult::outcome);
  visit.field("message", &core::CaseResult::message);
  visit.field("file", &core::CaseResult::file);
  visit.field("line", &core::CaseResult::line);
  visit.field("seconds", &core::CaseResult::seconds);
}

template <typename V>
void fields(V& visit, const core::Observation*) {
  visit.field("subject", &core::Observation::subject);
  visit.always("metric", &core::Observation::metric);
  visit.always("value", &core::Observation::value);
  visit.field("unit", &core::Observation::unit);
  visit.field("labels", &core::Observation::labels);
  visit.field("suite", &core::Observation::suite);
}

template <typename V>
void fields(V& visit, const core::Decision*) {
  visit.always("decision", &core::Decision::outcome);
  visit.always("reason", &core::Decision::reason);
}

template <typename V>
void fields(V& visit, const core::ModuleDecision*) {
  visit.always("module", &core::ModuleDecision::module);
  visit.field("suite", &core::ModuleDecision::suite);
  visit.always("expected", &core::ModuleDecision::expected);
  visit.always("is_observed", &core::ModuleDecision::is_observed);
  visit.field("observed", &core::ModuleDecision::observed);
}

template <typename V>
void fields(V& visit, const core::Verdict*) {
  visit.field("module", &core::Verdict::module);
  visit.always("expectation", &core::Verdict::expectation);
  visit.field("metric", &core::Verdict::metric);
  visit.field("suite", &core::Verdict::suite);
  visit.always("status", &core::Verdict::status);
  visit.field("expected", &core::Verdict::expected);
  visit.field("observed", &core::Verdict::observed);
  visit.field("source", &core::Verdict::source);
  visit.field("evidence", &core::Verdict::evidence);
  visit.field("kind", &core::Verdict::kind);
  visit.field("rung", &core::Verdict::rung);
  visit.field("reason", &core::Verdict::reason);
}

template <typename V>
void fields(V& visit, const core::Artifact*) {
  visit.always("id", &core::Artifact::build);
  visit.always("built", &core::Artifact::built);
  visit.field("failed_step", &core::Artifact::failed_step);
  visit.field("failure", &core::Artifact::failure);
  visit.field("unavailable", &core::Artifact::unavailable);
  visit.always("configure_seconds", &core::Artifact::configure_seconds);
  visit.always("build_seconds", &core::Artifact::build_seconds);
  visit.field("folder", &core::Artifact::folder);
  visit.field("evidence", &core::Artifact::evidence);
  visit.field("suites", &core::Artifact::suites);
  visit.field("digests", &core::Artifact::digests);
}

template <typename V>
void fields(V& visit, const core::BuildResult*) {
  visit.always("artifact", &core::BuildResult::artifact);
  visit.field("observations", &core::BuildResult::observations);
}

template <typename V>
void fields(V& visit, const core::LeftOutCell*) {
  visit.always("class", &core::LeftOutCell::cls);
  visit.always("reason", &core::LeftOutCell::reason);
  visit.always("cell", &core::LeftOutCell::cell);
}

template <typename V>
void fields(V& visit, const core::Finding*) {
  visit.always("kind", &core::Finding::kind);
  visit.field("module", &core::Finding::module);
  visit.field("setting", &core::Finding::setting);
  visit.field("rung", &core::Finding::rung);
  visit.field("rung_detail", &core::Finding::rung_detail);
  visit.always("context", &core::Finding::context);
  visit.field("contexts", &core::Finding::contexts);
  visit.field("expectation", &core::Finding::expectation);
  visit.field("source", &core::Finding::source);
  visit.template always_as<Observables>("expected", &core::Finding::expected);
  visit.template always_as<Observables>("observed", &core::Finding::observed);
  visit.field("reason", &core::Finding::reason);
  visit.field("detail", &core::Finding::detail);
  visit.field("pair", &core::Finding::pair);
  visit.always("cell_ids", &core::Finding::cells);
  visit.field("repro", &core::Finding::repro);
}

/// The fields of the cell stand among its results, for people.
template <typename V>
void fields(V& visit, const core::CellResult*) {
  visit.inlined(&core::CellResult::cell);
  visit.always("class", &core::CellResult::cls);
  visit.always("status", &core::CellResult::status);
  visit.field("reason", &core::CellResult::reason);
  visit.field("fingerprint", &core::CellResult::fingerprint);
  visit.always("build_seconds", &core::CellResult::build_seconds);
  visit.always("run_seconds", &core::CellResult::run_seconds);
  visit.always("decisions", &core::CellResult::decisions);
  visit.always("verdicts", &core::CellResult::verdicts);
  visit.field("notices", &core::CellResult::notices);
  visit.always("cases", &core::CellResult::cases);
  visit.field("suites", &core::CellResult::suites);
  visit.field("observations", &core::CellResult::observations);
}

template <typename V>
void fields(V& visit, const core::RunRecord*) {
  visit.always("heed", &core::RunRecord::version);
  visit.always("run", &core::RunRecord::id);
  visit.always("plan", &core::RunRecord::plan);
  visit.template always_as<ExitCodes>("exit", &core::RunRecord::exit_codes);
  visit.always("counts", &core::RunRecord::counts);
  visit.always("project", &core::RunRecord::project);
  visit.always("strategy", &core::RunRecord::strategy);
  visit.always("seed", &core::RunRecord::seed);
  visit.always("settings", &core::RunRecord::settings);
  visit.always("started", &core::RunRecord::started);
  visit.always("completed", &core::RunRecord::completed);
  visit.always("stage_seconds", &core::RunRecord::stage_seconds);
  visit.always("identity", &core::RunRecord::identity);
  visit.always("modules", &core::RunRecord::modules);
  visit.always("declared", &core::RunRecord::declared);
  visit.always("findings", &core::RunRecord::findings);
  visit.always("cells", &core::RunRecord::cells);
  visit.always("builds", &core::RunRecord::builds);
  visit.field("left_out", &core::RunRecord::left_out);
}

}  // namespace heed::report
