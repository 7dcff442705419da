#include "harness/report/junit.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <pugixml.hpp>

#include "harness/report/text.h"
#include "harness/util/format.h"
#include "harness/util/utf8.h"

namespace heed::report {
namespace {

using core::CaseOutcome;
using core::CellResult;

/// What JUnit says of an outcome: an element below the case, or none.
struct ElementRow {
  CaseOutcome outcome;
  const char* element;
};

constexpr std::array kElements = {
    ElementRow{CaseOutcome::pass, nullptr},
    ElementRow{CaseOutcome::fail, "failure"},
    ElementRow{CaseOutcome::xfail, "skipped"},
    ElementRow{CaseOutcome::xpass, "failure"},
    ElementRow{CaseOutcome::skip, "skipped"},
    ElementRow{CaseOutcome::unsupported, "skipped"},
    ElementRow{CaseOutcome::unresolved, "error"},
    ElementRow{CaseOutcome::timeout, "error"},
    ElementRow{CaseOutcome::crash, "error"},
};
static_assert(kElements.size() == core::kCaseOutcomes.size());

/// One testcase to be.
struct XmlCase {
  std::string name;
  const char* element = nullptr;  ///< failure, error, skipped; null: passed
  std::string type;
  std::string message;
  std::string text;  ///< "" when the message is all
  std::string file;
  int line = 0;
  double seconds = 0;
};

void set(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name).set_value(xml_text(value).c_str());
}

std::string seconds_text(double seconds) {
  return util::format("{:.3f}", seconds);
}

/// Appends one testcase. Equal names within a suite are told apart by number,
/// since readers keep only the first of them.
void append(pugi::xml_node suite, const std::string& classname,
            const XmlCase& result, std::map<std::string, int>& names) {
  pugi::xml_node node = suite.append_child("testcase");
  const int number = ++names[result.name];
  set(node, "name",
      number == 1 ? result.name : util::format("{} #{}", result.name, number));
  set(node, "classname", classname);
  set(node, "time", seconds_text(result.seconds));
  if (!result.file.empty()) {
    set(node, "file", result.file);
    set(node, "line", std::to_string(result.line));
  }
  if (result.element == nullptr) {
    return;
  }
  pugi::xml_node child = node.append_child(result.element);
  set(child, "message", one_line(result.message));
  if (!result.type.empty()) {
    set(child, "type", result.type);
  }
  if (!result.text.empty()) {
    child.text().set(xml_text(result.text).c_str());
  }
}

void append_suite(pugi::xml_node root, const CellResult& cell,
                  const std::string& name, const std::vector<XmlCase>& cases) {
  if (cases.empty()) {
    return;
  }
  const auto count = [&](std::string_view element) {
    return std::count_if(cases.begin(), cases.end(), [&](const XmlCase& row) {
      return row.element != nullptr && element == row.element;
    });
  };
  const std::string classname = cell.cell.name + " " + name;
  pugi::xml_node suite = root.append_child("testsuite");
  double seconds = 0;
  for (const XmlCase& row : cases) {
    seconds += row.seconds;
  }
  set(suite, "name", classname);
  set(suite, "tests", std::to_string(cases.size()));
  set(suite, "failures", std::to_string(count("failure")));
  set(suite, "errors", std::to_string(count("error")));
  set(suite, "skipped", std::to_string(count("skipped")));
  set(suite, "time", seconds_text(seconds));
  std::map<std::string, int> names;
  for (const XmlCase& row : cases) {
    append(suite, classname, row, names);
  }
}

std::string decision_text(const core::ModuleDecision& decision) {
  return util::format("{} {} ({})", decision.module,
                      core::name_of(decision.expected.outcome),
                      decision.expected.reason);
}

/// Why a case of SUITE was skipped: what it says itself, and what is decided
/// for the modules of the cell.
std::string skip_message(const CellResult& cell, const core::CaseResult& skip) {
  std::set<std::string> decisions;
  for (const core::ModuleDecision& decision : cell.decisions) {
    decisions.insert(decision_text(decision));
  }
  std::string out = skip.message.empty() ? "no reason given" : skip.message;
  for (const std::string& decision : decisions) {
    out += "; decision " + decision;
  }
  return out;
}

std::vector<XmlCase> cases_of(const CellResult& cell,
                              const std::string& suite) {
  std::vector<XmlCase> cases;
  for (const core::CaseResult& result : cell.cases) {
    if (result.suite != suite) {
      continue;
    }
    XmlCase row{.name = result.name};
    row.element =
        kElements.at(static_cast<std::size_t>(result.outcome)).element;
    row.type = core::row_of(result.outcome).name;
    row.message = std::string(core::row_of(result.outcome).label);
    row.file = result.file;
    row.line = result.line;
    row.seconds = result.seconds;
    if (core::row_of(result.outcome).is_failure) {
      row.text = head_and_tail(result.message, "");
      row.message += result.message.empty() ? "" : ": " + result.message;
    } else {
      row.message = skip_message(cell, result);
    }
    cases.push_back(std::move(row));
  }
  return cases;
}

/// Why nothing is known of a suite; "" when it ran.
std::string not_run(const core::SuiteOutput& output) {
  if (!output.could_not_start.empty()) {
    return "could not start: " + output.could_not_start;
  }
  if (output.interrupted) {
    return "interrupted";
  }
  return output.timed_out ? "timed out" : "";
}

void append_suites(pugi::xml_node root, const CellResult& cell) {
  std::vector<std::string> suites;
  std::map<std::string, std::string> troubles;
  for (const core::SuiteOutput& output : cell.suites) {
    suites.push_back(output.suite);
    troubles[output.suite] = not_run(output);
  }
  for (const core::CaseResult& result : cell.cases) {
    if (std::find(suites.begin(), suites.end(), result.suite) == suites.end()) {
      suites.push_back(result.suite);
    }
  }
  for (const std::string& suite : suites) {
    std::vector<XmlCase> cases = cases_of(cell, suite);
    if (!troubles[suite].empty()) {
      cases.push_back({.name = suite,
                       .element = "error",
                       .type = "not-run",
                       .message = troubles[suite]});
    }
    append_suite(root, cell, suite, cases);
  }
}

XmlCase claim_of(const core::Verdict& verdict) {
  XmlCase row;
  row.name = verdict.module + ": " + verdict.expectation;
  if (!verdict.metric.empty()) {
    row.name += " [" + verdict.metric + "]";
  }
  if (!verdict.suite.empty()) {
    row.name += " (" + verdict.suite + ")";
  }
  if (verdict.status == core::VerdictStatus::fulfilled) {
    return row;
  }
  const bool is_violated = verdict.status == core::VerdictStatus::violated;
  row.element = is_violated ? "failure" : "error";
  row.type = is_violated ? std::string(core::row_of(verdict.kind).name)
                         : "inconclusive";
  row.message = is_violated ? util::format("expected {}, observed {}",
                                           verdict.expected, verdict.observed)
                            : "inconclusive: " + verdict.reason;
  row.text = util::format("{}\nsource: {}\nevidence: {}\n", row.message,
                          verdict.source, verdict.evidence);
  return row;
}

void append_contract(pugi::xml_node root, const CellResult& cell) {
  std::vector<XmlCase> cases;
  for (const core::Verdict& verdict : cell.verdicts) {
    cases.push_back(claim_of(verdict));
  }
  if (cell.cls == core::CellClass::inconclusive) {
    cases.push_back({.name = "cell",
                     .element = "error",
                     .type = "inconclusive",
                     .message = "inconclusive: " + cell.reason});
  }
  append_suite(root, cell, "contract", cases);
}

void append_build(pugi::xml_node root, const core::RunRecord& record,
                  const CellResult& cell) {
  if (cell.status != core::CellStatus::build_failed) {
    return;
  }
  XmlCase row{.name = "build", .element = "error", .type = "build-failed"};
  row.message = "the build failed, so no suite could run";
  for (const core::BuildResult& build : record.builds) {
    if (build.artifact.build == cell.cell.build.id) {
      row.message = build.artifact.failed_step + ": " + build.artifact.failure;
      row.text = build.artifact.failure;
    }
  }
  append_suite(root, cell, "build", {row});
}

class JunitReporter final : public core::Reporter {
 public:
  [[nodiscard]] std::string_view name() const override { return "junit"; }

  void write(const core::RunRecord& record, std::ostream& out) const override {
    pugi::xml_document document;
    pugi::xml_node declaration = document.append_child(pugi::node_declaration);
    set(declaration, "version", "1.0");
    set(declaration, "encoding", "UTF-8");
    pugi::xml_node root = document.append_child("testsuites");
    set(root, "name", record.project);
    set(root, "timestamp", record.started);
    for (const CellResult& cell : record.cells) {
      append_build(root, record, cell);
      append_suites(root, cell);
      append_contract(root, cell);
    }
    document.save(out, "  ", pugi::format_indent, pugi::encoding_utf8);
  }
};

}  // namespace

std::string xml_text(std::string_view text) {
  constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
  const std::string valid = util::valid_utf8(text);
  std::string out;
  out.reserve(valid.size());
  for (std::size_t i = 0; i < valid.size();) {
    const std::string_view rest = std::string_view(valid).substr(i);
    const std::string_view sequence =
        rest.substr(0, util::utf8_sequence_length(rest));
    const char first = sequence.front();
    const bool is_control = sequence.size() == 1 &&
                            static_cast<unsigned char>(first) < 0x20 &&
                            first != '\t' && first != '\n' && first != '\r';
    const bool is_noncharacter =
        sequence == "\xEF\xBF\xBE" || sequence == "\xEF\xBF\xBF";
    out += is_control || is_noncharacter ? kReplacement : sequence;
    i += sequence.size();
  }
  return out;
}

std::unique_ptr<core::Reporter> make_junit_reporter() {
  return std::make_unique<JunitReporter>();
}

}  // namespace heed::report
